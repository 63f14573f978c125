import { currencyExponent, isCurrency } from "../../domain/money.ts";
import { Unreadable } from "./unreadable.ts";

/** Money as a receipt shows it: integer minor units and the ISO 4217 code. */
export interface ShownAmount {
  readonly amountMinor: number;
  readonly currency: string;
}

const BIRR = new Set(["birr", "etb", "br", "ብር"]);
const LONGEST = 40;
const UNIT = "(?:[A-Za-z]{2,4}|ብር)\\.?";
const SHAPE = new RegExp(`^(?:(${UNIT}) ?)?([0-9][0-9,]*)(?:\\.([0-9]{1,2}))?(?: ?(${UNIT}))?$`);
/** Thousands by commas in groups of three, or no commas; no leading zero that would suggest a fraction. */
const WHOLE = /^(?:0|[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]{0,12})$/;

/**
 * Reads `1,500.00 Birr`, `600 Birr`, `0.0 Birr`, `ETB 20,475.00`, `3,000 ETB` or `800.00`.
 *
 * Null for everything else, also for a number that can be read two ways (`1.500`, `1,50`,
 * `1 500`, `1.250,00`), for a sign, and for units on both sides.
 *
 * @param currency the ISO 4217 code where the text names none.
 * @returns minor units (by the currency's ISO exponent), a safe integer ≥ 0.
 */
export function parseAmount(text: string, currency = "ETB"): ShownAmount | null {
  if (text.length > LONGEST) return null;
  const match = SHAPE.exec(text.replace(/\s+/g, " ").trim());
  if (match === null) return null;
  const [, before, whole = "", fraction = "", after] = match;
  if (before !== undefined && after !== undefined) return null;
  if (!WHOLE.test(whole)) return null;
  const code = currencyOf(before ?? after, currency);
  if (code === null) return null;
  const digits = currencyExponent(code);
  if (fraction.length > digits) return null;
  const amountMinor = Number(whole.replaceAll(",", "") + fraction.padEnd(digits, "0"));
  return Number.isSafeInteger(amountMinor) ? { amountMinor, currency: code } : null;
}

/** As `parseAmount`, for a reader: throws `Unreadable`. */
export function requireAmount(text: string, currency?: string): ShownAmount {
  const amount = parseAmount(text, currency);
  if (amount === null) throw new Unreadable("amount not understood");
  return amount;
}

function currencyOf(unit: string | undefined, fallback: string): string | null {
  if (unit === undefined) return fallback;
  const word = unit.replace(".", "");
  if (BIRR.has(word.toLowerCase())) return "ETB";
  return isCurrency(word) ? word : null;
}
