/** The time zone whose midnights begin the days of charts, filters and exports. */
export const TIME_ZONE = "Africa/Addis_Ababa";

const DAY_MS = 86_400_000;

/** Made on first use, because it would add several milliseconds to the cold start of each function that imports this. */
let calendar: Intl.DateTimeFormat | undefined;

function makeCalendar(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en", {
    timeZone: TIME_ZONE,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

/** The day in which an instant (ms) lies, e.g. `2026-11-20`. */
export function dayOf(ms: number): string {
  return localTime(ms).slice(0, 10);
}

/** The first instant (ms) of a day such as `2026-11-20`. */
export function startOfDay(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return midnight - offsetOf(midnight - offsetOf(midnight));
}

/** The day `count` days after `day`; a negative count goes back. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** An instant (ms) by the clock of that zone with its offset, e.g. `2026-11-20T15:04:05+03:00` (RFC 3339). */
export function localInstant(ms: number): string {
  const minutes = Math.round(offsetOf(ms) / 60_000);
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
  return `${localTime(ms)}${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** How far the zone's clock is ahead of UTC at an instant, in ms. */
function offsetOf(ms: number): number {
  return Date.parse(`${localTime(ms)}Z`) - Math.floor(ms / 1000) * 1000;
}

function localTime(ms: number): string {
  calendar ??= makeCalendar();
  const parts = new Map(calendar.formatToParts(ms).map(({ type, value }) => [type, value]));
  const [year, month, day] = [parts.get("year"), parts.get("month"), parts.get("day")];
  return `${year}-${month}-${day}T${parts.get("hour")}:${parts.get("minute")}:${parts.get("second")}`;
}

let ethiopianCalendar: Intl.DateTimeFormat | undefined;

/** A day such as `2026-11-20` in the Ethiopian calendar, in the same form: `2019-03-11`. */
export function ethiopianDay(day: string): string {
  ethiopianCalendar ??= new Intl.DateTimeFormat("en-u-ca-ethiopic-nu-latn", {
    timeZone: "UTC",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const parts = new Map(
    ethiopianCalendar
      .formatToParts(Date.parse(`${day}T00:00:00Z`))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}
