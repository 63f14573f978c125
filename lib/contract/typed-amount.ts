import { compareAccount } from "../domain/account-number.ts";
import { currencyExponent, isAmountMinor } from "../domain/money.ts";
import { isWallet, type ProviderId } from "../domain/provider.ts";

/** What people write for a currency beside its code. */
const NAMES: Readonly<Record<string, readonly string[]>> = { ETB: ["birr", "br", "ብር"] };

/**
 * The amount that a person typed, in minor units: `1500`, `1,500.0`, `1 500.00`, `1500 birr`, `ETB 1500` and `١٥٠٠` are the
 * same. Null for anything else, including another currency, so that a decimal comma causes a question and is never
 * multiplied by 100.
 */
export function typedAmount(text: string, currency: string): number | null {
  const exponent = currencyExponent(currency);
  const plain = withoutName(latinDigits(text).replaceAll(/\s/g, "").toLowerCase(), currency);
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/.exec(plain);
  const [, whole = "", fraction = ""] = match ?? [];
  if (match === null || fraction.length > exponent) return null;
  const minor = Number(whole.replaceAll(",", "") + fraction.padEnd(exponent, "0"));
  return isAmountMinor(minor) ? minor : null;
}

/** An amount as people type it in any language, e.g. `1,500.00`, or `1,500` in yen. */
export function typedExample(currency: string): string {
  const minimumFractionDigits = currencyExponent(currency);
  return new Intl.NumberFormat("en", { minimumFractionDigits }).format(1500);
}

/** The digits of Arabic keyboards as 0 to 9. Ethiopic ones have no zero, and `፲፭` is 15: they stay as they are. */
function latinDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) % 16}`);
}

/** Removes one name of the currency, before or after the number. */
function withoutName(text: string, currency: string): string {
  const names = [currency.toLowerCase(), ...(NAMES[currency] ?? [])];
  const before = names.find((name) => text.startsWith(name));
  if (before !== undefined) return text.slice(before.length);
  const after = names.find((name) => text.endsWith(name));
  return after === undefined ? text : text.slice(0, -after.length);
}

/** Whether a number above a statement may be a phone, e.g. of the branch, instead of a bank account. */
export function isPhone(shown: string): boolean {
  return /^(?:\+?251|0)[0-9]{9}$/.test(shown);
}

/**
 * Whether the numbers that a statement shows are those of an account; one of them may be masked. Beside it there may be others,
 * e.g. the customer's phone; a phone alone says nothing of a bank's account.
 */
export function fitOf(
  shown: readonly string[],
  provider: ProviderId,
  known: string,
): "own" | "other" | "unknown" {
  const numbers = shown.filter((number) => isWallet(provider) || !isPhone(number));
  if (numbers.length === 0) return "unknown";
  return numbers.every((number) => isOtherAccount(provider, number, known)) ? "other" : "own";
}

/** Whether a number that a statement shows is that of another account than the known one; one of them may be masked. */
function isOtherAccount(provider: ProviderId, shown: string, known: string): boolean {
  const comparison = known.startsWith("*")
    ? compareAccount(provider, known, shown)
    : compareAccount(provider, shown, known);
  return comparison.kind === "differs";
}
