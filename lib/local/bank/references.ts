import { createHash } from "node:crypto";
import { addisTime } from "./date-text.ts";
import type { BankProvider } from "./transfer.ts";

const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const MIXED_CASE = `${LETTERS_AND_DIGITS}abcdefghijklmnopqrstuvwxyz_`;

/** A stream of characters that the same seed always repeats. */
export interface Characters {
  take(length: number, alphabet?: string): string;
}

export function seededCharacters(seed: string): Characters {
  let block = 0;
  let bytes: number[] = [];
  const nextByte = (): number => {
    if (bytes.length === 0) {
      bytes = [...createHash("sha256").update(`${seed}:${block}`).digest()];
      block += 1;
    }
    return bytes.shift() ?? 0;
  };
  return {
    take: (length, alphabet = LETTERS_AND_DIGITS) =>
      Array.from({ length }, () => alphabet[nextByte() % alphabet.length]).join(""),
  };
}

/** A reference in the provider's own form, with the day of `paidAt` (Addis time) where it has one. */
export function makeReference(
  provider: BankProvider,
  paidAt: number,
  characters: Characters,
): string {
  switch (provider) {
    case "telebirr":
    case "mpesa":
      return `${walletDate(paidAt)}${characters.take(7)}`;
    case "cbe_birr":
      return `${walletDate(paidAt)}${characters.take(8)}`;
    case "cbe":
      return `FT${dayCode(paidAt)}${characters.take(5)}`;
    case "boa":
      return `${characters.take(1, "FT")}T${dayCode(paidAt)}${characters.take(5)}`;
    case "dashen":
      return `${characters.take(3, DIGITS)}${characters.take(4, LETTERS)}${dayCode(paidAt)}${characters.take(4, DIGITS)}`;
    case "http":
      return `GW${characters.take(10)}`;
    case "awash":
      return `-${characters.take(10)}-${characters.take(6)}`;
  }
}

/** The opaque, case-sensitive token of CBE's new link. */
export function makeToken(characters: Characters): string {
  return `v2-${characters.take(42, MIXED_CASE)}`;
}

/** Year letter (C is 2025), month A–L, day 1–9 then A–V: `DKK` is 20 November 2026. */
function walletDate(paidAt: number): string {
  const time = addisTime(paidAt);
  const year = LETTERS[(((time.year - 2023) % 26) + 26) % 26];
  const day = time.day < 10 ? String(time.day) : LETTERS[time.day - 10];
  return `${year}${LETTERS[time.month - 1]}${day}`;
}

/** `26324`: two digits of the year and the day in it. */
function dayCode(paidAt: number): string {
  const time = addisTime(paidAt);
  return `${time.yy}${time.dayOfYear}`;
}
