import { formatMoney } from "../../domain/money.ts";
import type { Language } from "./texts/shape.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Money in the reader's language, with non-breaking spaces. */
export function money(minor: number, currency: string, language: Language): string {
  return formatMoney(minor, currency, language).replaceAll(" ", "\u00a0");
}

/** A length of time in the one unit that fits it, never `0`: `40 seconds`, `29 minutes`, `2 days`. */
export function span(seconds: number, language: Language): string {
  const [size, unit] = unitOf(seconds);
  const count = Math.max(1, Math.ceil(seconds / size));
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    count,
  );
}

function unitOf(seconds: number): readonly [number, string] {
  if (seconds < 2 * MINUTE) return [1, "second"];
  if (seconds < 2 * HOUR) return [MINUTE, "minute"];
  return seconds < 2 * DAY ? [HOUR, "hour"] : [DAY, "day"];
}

/** An instant (ms) in UTC, named as such: the server does not know where the reader is. */
export function instantText(ms: number, language: Language): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: "UTC",
  }).format(ms);
  return `${text} UTC${ethiopianDay(ms, language)}`;
}

/** The day of the Ethiopian calendar in brackets, for readers of Amharic; else nothing. */
function ethiopianDay(ms: number, language: Language): string {
  if (language !== "am") return "";
  const format = new Intl.DateTimeFormat("am-u-ca-ethiopic", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return ` (${format.format(ms)})`;
}

/** The day of an instant (ms) that is given as the start of a day somewhere east of Greenwich. */
export function dayText(ms: number, language: Language): string {
  const noon = ms + (DAY * 1000) / 2;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  return format.format(noon) + ethiopianDay(noon, language);
}
