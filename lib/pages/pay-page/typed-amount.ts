import { currencyExponent, isAmountMinor } from "../../domain/money.ts";

/**
 * The amount that a person typed, in minor units: `1500`, `1,500.5` and `1 500.50` are the same. Null for
 * anything else, so that a comma as a decimal sign is asked about and never multiplied by 100.
 */
export function typedAmount(text: string, currency: string): number | null {
  const exponent = currencyExponent(currency);
  const plain = text.trim().replaceAll(/[\s\u00a0]/g, "");
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(plain);
  const [, whole = "", fraction = ""] = match ?? [];
  if (match === null || fraction.length > exponent) return null;
  const minor = Number(whole.replaceAll(",", "") + fraction.padEnd(exponent, "0"));
  return isAmountMinor(minor) ? minor : null;
}
