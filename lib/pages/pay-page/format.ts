import { breakable } from "../../contract/breakable-money.ts";
import { TIME_ZONE } from "../../contract/days.ts";
import { formatMoney } from "../../domain/money.ts";
import { type TimeUnit, UNIT_FORMATS } from "../../domain/number-formats.ts";
import type { Language } from "./texts/shape.ts";
import { textsIn } from "./texts/texts.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Money in the reader's language, with non-breaking spaces unless it is too long for a line of a small phone. */
export function money(minor: number, currency: string, language: Language): string {
  return breakable(formatMoney(minor, currency, language).replaceAll(" ", "\u00a0"));
}

/** A length of time in the one unit that fits it, never `0`: `40 seconds`, `29 minutes`, `2 days`. */
export function span(seconds: number, language: Language): string {
  const [size, unit] = unitOf(seconds);
  const count = Math.max(1, Math.ceil(seconds / size));
  const { units } = textsIn(language);
  if (units !== null) return `${units[unit]} ${count}`;
  const { one, more } = UNIT_FORMATS[language][unit];
  const { before, after } = count === 1 ? one : more;
  return before + count + after;
}

function unitOf(seconds: number): readonly [number, TimeUnit] {
  if (seconds < 2 * MINUTE) return [1, "second"];
  if (seconds < 2 * HOUR) return [MINUTE, "minute"];
  return seconds < 2 * DAY ? [HOUR, "hour"] : [DAY, "day"];
}

/**
 * An instant (ms) in the time of Ethiopia, named as such (East Africa Time): the server does not know where the
 * reader is. A script shows the reader's own time, where the browser knows the language.
 */
export function instantText(ms: number, language: Language): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: TIME_ZONE,
  }).format(ms);
  return `${text} EAT${ethiopianDay(ms, language)}`;
}

/** Whether readers of the language date by the Ethiopian calendar too. Somali and English use the Gregorian one. */
export function usesEthiopianCalendar(language: Language): boolean {
  return language === "am" || language === "om" || language === "ti";
}

/** The day of the Ethiopian calendar in brackets, where the reader uses it; else nothing. */
function ethiopianDay(ms: number, language: Language): string {
  if (!usesEthiopianCalendar(language)) return "";
  const format = new Intl.DateTimeFormat(`${language}-u-ca-ethiopic`, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: TIME_ZONE,
  });
  const parts = format.formatToParts(ms).filter(({ type }) => type !== "era");
  return ` (${parts
    .map(({ value }) => value)
    .join("")
    .trim()})`;
}

/** The day of an instant (ms) that is given as the start of a day somewhere east of Greenwich. */
export function dayText(ms: number, language: Language): string {
  const noon = ms + (DAY * 1000) / 2;
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeZone: TIME_ZONE,
  });
  return format.format(noon) + ethiopianDay(noon, language);
}
