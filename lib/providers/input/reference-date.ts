import { DateTime } from "luxon";
import type { ReferenceFacts } from "../provider-facts.ts";
import { ADDIS_ABABA } from "../reading/dates.ts";

const DAYS = "123456789ABCDEFGHIJKLMNOPQRSTUV";
/** Letters of other years are chance: no provider issued references before 2020. */
const FIRST_YEAR = 2020;
const LAST_YEAR = 2035;

/**
 * The day that a reference itself carries, as UTC ms of that day's start in Addis Ababa.
 * A soft check only: null where the characters make no day, never a reason to refuse.
 */
export function referenceDay(reference: string, day: ReferenceFacts["day"]): number | null {
  if (day === undefined) return null;
  return "yearOfA" in day
    ? walletDay(reference, day.yearOfA)
    : ordinalDay(reference, day.ordinalAt);
}

/** Year letter, month letter A–L, day 1–9 then A–V (A = 10). */
function walletDay(reference: string, yearOfA: number): number | null {
  const year = yearOfA + letterIndex(reference[0]);
  const month = letterIndex(reference[1]) + 1;
  const day = DAYS.indexOf(reference[2] ?? "?") + 1;
  if (year < Math.max(yearOfA, FIRST_YEAR) || year > LAST_YEAR) return null;
  return startOfDay({ year, month, day });
}

/** Two-digit year and day of the year, starting at `offset` (`FT26140…`: 2). */
function ordinalDay(reference: string, offset: number): number | null {
  const digits = reference.slice(offset, offset + 5);
  if (!/^[0-9]{5}$/.test(digits)) return null;
  return startOfDay({ year: 2000 + Number(digits.slice(0, 2)), ordinal: Number(digits.slice(2)) });
}

function letterIndex(letter: string | undefined): number {
  return letter !== undefined && /^[A-Z]$/.test(letter) ? letter.charCodeAt(0) - 65 : -1;
}

function startOfDay(parts: { year: number; month?: number; day?: number; ordinal?: number }) {
  const moment = DateTime.fromObject(parts, { zone: ADDIS_ABABA });
  return moment.isValid ? moment.toMillis() : null;
}
