const DAY_MS = 86_400_000;
/** Days on which Ethiopian banks are closed every year, `MM-DD`. Sources: Proclamation 16/1975, amended in 1996. */
const FIXED: readonly string[] = ["01-07", "03-02", "05-01", "05-05", "05-28"];
/** The feasts that follow the moon, `M-D`. Their date is announced, so the day before and after count as well. */
const LUNAR: readonly string[] = ["10-1", "12-10", "3-12"];

const closed = new Map<number, ReadonlySet<string>>();
/** Thousands of rows ask about the days of a month. */
const booking = new Map<string, { readonly from: string; readonly to: string }>();

/**
 * Whether Ethiopian banks settle on a day such as `2026-11-20`: not on Sundays and public holidays. In doubt a day counts as
 * closed, so that a payment waits a day longer before anyone calls it missing. Good for the years 1901 to 2099.
 */
export function isBankingDay(day: string): boolean {
  const date = new Date(day);
  if (date.getUTCDay() === 0) return false;
  const year = date.getUTCFullYear();
  const holidays = closed.get(year) ?? holidaysOf(year);
  closed.set(year, holidays);
  return !holidays.has(day);
}

/** The banking day that is `count` (1 or more) banking days after a day. */
export function bankingDayAfter(day: string, count = 1): string {
  let found = day;
  for (let left = count; left > 0; ) {
    found = dayAfter(found, 1);
    if (isBankingDay(found)) left -= 1;
  }
  return found;
}

/** Days on which a payment of a day may be booked: the day before, to the next banking day. */
export function bookingDays(paid: string): { readonly from: string; readonly to: string } {
  const days = booking.get(paid) ?? { from: dayAfter(paid, -1), to: bankingDayAfter(paid) };
  booking.set(paid, days);
  return days;
}

/** Whether a payment of one day may be booked on another. */
export function mayBeBooked(paid: string, booked: string): boolean {
  const { from, to } = bookingDays(paid);
  return booked >= from && booked <= to;
}

/** The first of the days whose payments may be booked on a day: before a Monday, the Saturday. */
export function firstPaidDay(booked: string): string {
  let day = booked;
  while (mayBeBooked(dayAfter(day, -1), booked)) day = dayAfter(day, -1);
  return day;
}

/** The day `count` days after `day`; a negative count goes back. */
export function dayAfter(day: string, count: number): string {
  return isoDay(Date.parse(day) + count * DAY_MS);
}

/** Days from one day to another; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

function holidaysOf(year: number): ReadonlySet<string> {
  // The Ethiopian year before a Gregorian leap year has a sixth epagomenal day.
  const shift = (year + 1) % 4 === 0 ? 1 : 0;
  return new Set([
    ...FIXED.map((day) => `${year}-${day}`),
    `${year}-01-${year % 4 === 0 ? 20 : 19}`,
    `${year}-09-${11 + shift}`,
    `${year}-09-${27 + shift}`,
    goodFriday(year),
    ...lunarHolidays(year),
  ]);
}

/** Good Friday of the Orthodox churches (Meeus, Astronomical Algorithms, chapter 8: the Julian Easter). */
function goodFriday(year: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const month = Math.floor((d + e + 114) / 31);
  const day = ((d + e + 114) % 31) + 1;
  // 13 days between the calendars, and Friday is two days before Easter.
  return isoDay(Date.UTC(year, month - 1, day + 13 - 2));
}

function lunarHolidays(year: number): string[] {
  const calendar = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
    timeZone: "UTC",
    month: "numeric",
    day: "numeric",
  });
  // From the last day of the year before to the first of the next, in a leap year too.
  const days = Array.from({ length: 368 }, (_, day) => Date.UTC(year, 0, day));
  return days
    .filter((ms) => isLunarFeast(calendar.formatToParts(ms)))
    .flatMap((ms) => [ms - DAY_MS, ms, ms + DAY_MS].map(isoDay));
}

function isLunarFeast(date: readonly Intl.DateTimeFormatPart[]): boolean {
  const part = (name: string) => date.find(({ type }) => type === name)?.value;
  return LUNAR.includes(`${part("month")}-${part("day")}`);
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
