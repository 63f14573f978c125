const ADDIS_OFFSET_MS = 3 * 3600 * 1000;

const MONTHS = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/** The wall clock in Addis Ababa (UTC+3, no summer time), in the spellings receipts use. */
export interface AddisTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** `2026` */
  readonly yyyy: string;
  readonly yy: string;
  readonly mm: string;
  readonly dd: string;
  readonly monthName: string;
  /** Day of the year, `001`..`366`. */
  readonly dayOfYear: string;
  /** `19:05:53` */
  readonly clock24: string;
  /** `07:05:53` */
  readonly clock12: string;
  /** Hour without a leading zero and no seconds, `7:05`. */
  readonly shortClock12: string;
  readonly ampm: "AM" | "PM";
}

/** Milliseconds since the epoch → Addis Ababa time. */
export function addisTime(at: number): AddisTime {
  const local = new Date(at + ADDIS_OFFSET_MS);
  const year = local.getUTCFullYear();
  const hour = local.getUTCHours();
  const minutes = two(local.getUTCMinutes());
  const seconds = two(local.getUTCSeconds());
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  const dayMs = Date.UTC(year, local.getUTCMonth(), local.getUTCDate()) - Date.UTC(year, 0, 1);
  return {
    year,
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    yyyy: String(year),
    yy: two(year % 100),
    mm: two(local.getUTCMonth() + 1),
    dd: two(local.getUTCDate()),
    monthName: MONTHS[local.getUTCMonth()] ?? "Jan",
    dayOfYear: String(dayMs / 86_400_000 + 1).padStart(3, "0"),
    clock24: `${two(hour)}:${minutes}:${seconds}`,
    clock12: `${two(hour12)}:${minutes}:${seconds}`,
    shortClock12: `${hour12}:${minutes}`,
    ampm: hour < 12 ? "AM" : "PM",
  };
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
