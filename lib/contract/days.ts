/** The time zone whose midnights begin the days of charts, filters and exports. */
export const TIME_ZONE = "Africa/Addis_Ababa";

/** The zone is UTC+3 all year. Asking `Intl` would make a cold function load the time zone tables, which takes 13 ms. */
const OFFSET_MS = 3 * 3_600_000;
const OFFSET = "+03:00";
const DAY_MS = 86_400_000;

/** The day in which an instant (ms) lies, e.g. `2026-11-20`. */
export function dayOf(ms: number): string {
  return localTime(ms).slice(0, 10);
}

/** The first instant (ms) of a day such as `2026-11-20`. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00${OFFSET}`);
}

/** The day `count` days after `day`; a negative count goes back. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** An instant (ms) by the clock of that zone with its offset, e.g. `2026-11-20T15:04:05+03:00` (RFC 3339). */
export function localInstant(ms: number): string {
  return localTime(ms) + OFFSET;
}

function localTime(ms: number): string {
  return new Date(ms + OFFSET_MS).toISOString().slice(0, "2026-11-20T15:04:05".length);
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
