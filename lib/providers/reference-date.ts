import { DateTime } from "luxon";
import { ADDIS_ABABA } from "./dates.ts";

/**
 * The day that a reference itself carries, as UTC ms of that day's start in Addis Ababa.
 * A soft check only: null where the characters make no day, never a reason to refuse.
 */
const FIRST_WALLET_YEAR = 2023;
const LAST_WALLET_YEAR = 2032;
const DAYS = "123456789ABCDEFGHIJKLMNOPQRSTUV";

/** Wallet style: year letter (C = 2025), month letter A–L, day 1–9 then A–V (A = 10). */
export function walletReferenceDate(reference: string): number | null {
  const year = FIRST_WALLET_YEAR + letterIndex(reference[0]);
  const month = letterIndex(reference[1]) + 1;
  const day = DAYS.indexOf(reference[2] ?? "?") + 1;
  if (year < FIRST_WALLET_YEAR || year > LAST_WALLET_YEAR) return null;
  return startOfDay({ year, month, day });
}

/** Core-banking style: two-digit year and day of year, starting at `offset` (`FT26140…`: 2). */
export function ordinalReferenceDate(reference: string, offset: number): number | null {
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
