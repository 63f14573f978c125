const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7); the last two are obsolete but legal. */
const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/;
const RFC_850 =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/;
const ASCTIME =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) (?<year>\d{4})$/;

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, or a date.
 * Returns the wait in ms from `now` (unix ms): never negative, possibly huge, so the caller bounds it.
 * Null for anything that is not exactly one of the valid forms.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | null {
  if (value === null || value === undefined) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return secondsToMs(text);
  const at = parseHttpDate(text, now);
  return at === null ? null : Math.max(0, at - now);
}

/** Any run of digits is a valid number of seconds, so a huge one means "very long", not "nothing". */
function secondsToMs(digits: string): number {
  const seconds = Number(digits);
  return Number.isSafeInteger(seconds * 1000) ? seconds * 1000 : Number.MAX_SAFE_INTEGER;
}

function parseHttpDate(text: string, now: number): number | null {
  const fixed = IMF_FIXDATE.exec(text) ?? ASCTIME.exec(text);
  const parts = fixed?.groups ?? RFC_850.exec(text)?.groups;
  if (parts === undefined) return null;
  const month = MONTHS.indexOf(parts.month ?? "");
  const day = Number(parts.day);
  const [h, m, s] = [Number(parts.h), Number(parts.m), Number(parts.s)];
  if (h > 23 || m > 59 || s > 60) return null;
  const year = fixed === null ? nearestYear(Number(parts.year), now) : Number(parts.year);
  const midnight = new Date(Date.UTC(year, month, day));
  // A day that the month lacks is one of another month, and no date is of the unknown month -1.
  if (midnight.getUTCMonth() !== month) return null;
  return midnight.getTime() + ((h * 60 + m) * 60 + s) * 1000;
}

/** A two-digit year more than 50 years ahead means the previous century (same section). */
function nearestYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
