/** `251900000042` → `2519****0042`; a short code or an account already masked stays as it is. */
export function maskedPhone(account: string): string {
  if (account.includes("*") || account.length < 9) return account;
  return `${account.slice(0, 4)}****${account.slice(-4)}`;
}

/** `1000200300401` → `1****0401`. */
export function maskedAccount(account: string): string {
  if (account.includes("*") || account.length < 6) return account;
  return `${account.slice(0, 1)}****${account.slice(-4)}`;
}

/**
 * Hides the middle, star by star: `5200300400111` with 4 and 3 → `5200******111`.
 *
 * @param start digits shown at the start
 * @param end digits shown at the end
 */
export function maskedMiddle(account: string, start: number, end: number): string {
  if (account.includes("*") || account.length <= start + end) return account;
  const stars = "*".repeat(account.length - start - end);
  return `${account.slice(0, start)}${stars}${account.slice(-end)}`;
}

/** A wallet prints phones as `2519…`, however they were given; other accounts pass unchanged. */
export function walletNumber(account: string): string {
  const digits = account.replace(/[\s+-]/g, "");
  if (/^0[79]\d{8}$/.test(digits)) return `251${digits.slice(1)}`;
  if (/^[79]\d{8}$/.test(digits)) return `251${digits}`;
  return digits;
}

/** The last digits that open a receipt. */
export function accountSuffix(account: string, length: number): string {
  return account.replace(/[^0-9A-Za-z]/g, "").slice(-length);
}

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

/** Minor units as text with two decimals, `2047500` → `20,475.00`. */
export function grouped(minor: number): string {
  const [whole = "0", cents = "00"] = ungrouped(minor).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
}

/** `2047500` → `20475.00`. */
export function ungrouped(minor: number): string {
  const digits = String(minor).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** As few decimals as the value needs: `300000` → `3,000`, `305050` → `3,050.50`. */
export function shortest(minor: number): string {
  const text = grouped(minor);
  return text.endsWith(".00") ? text.slice(0, -3) : text;
}

/** One decimal where that is exact: `0` → `0.0`, `30050` → `300.5`, `30055` → `300.55`. */
export function oneDecimal(minor: number): string {
  const text = ungrouped(minor);
  return text.endsWith("0") ? text.slice(0, -1) : text;
}

/** `Birr` where the currency is Ethiopia's, else its code. */
export function spokenCurrency(currency: string): string {
  return currency === "ETB" ? "Birr" : currency;
}

/** 15 % VAT on a fee, rounded to the minor unit. */
export function vatOn(feeMinor: number): number {
  return Math.round(feeMinor * 0.15);
}

/** Text made safe between tags and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Every character outside ASCII as a numeric entity: a page can then claim any charset. */
export function asciiOnly(html: string): string {
  return [...html]
    .map((char) => ((char.codePointAt(0) ?? 0) < 128 ? char : `&#${char.codePointAt(0)};`))
    .join("");
}
