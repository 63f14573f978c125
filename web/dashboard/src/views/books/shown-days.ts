import { formatDay } from "../../format.ts";

/** Days as a range, e.g. `1 Nov – 18 Nov`. */
export function shownDays(from: string, to: string): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

/** A day by both calendars, e.g. `20 Nov 2026 · 11/03/2019`. */
export function bothCalendars(day: string, ethiopian: string): string {
  const [year, month, date] = ethiopian.split("-");
  return `${formatDay(day)} · ${date}/${month}/${year}`;
}
