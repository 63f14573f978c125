import { BIRR_FORMATS, CURRENCY_EXPONENTS } from "./number-formats.ts";
import type { PayerLanguage } from "./payer-language.ts";

/** Bounds of a checkout's amount, in minor units. */
export const MIN_AMOUNT_MINOR = 1;
export const MAX_AMOUNT_MINOR = 1_000_000_000_000;

/** Whether `value` is a valid amount of a checkout: an integer of 1..10^12 minor units. */
export function isAmountMinor(value: unknown): value is number {
  return (
    typeof value === "number" &&
    Number.isSafeInteger(value) &&
    value >= MIN_AMOUNT_MINOR &&
    value <= MAX_AMOUNT_MINOR
  );
}

/** Whether `text` is an upper-case ISO 4217 code that `Intl` supports. */
export function isCurrency(text: string): boolean {
  return Object.hasOwn(CURRENCY_EXPONENTS, text);
}

/**
 * Decimal places of a currency (ISO 4217): ETB 2, JPY 0, KWD 3.
 *
 * @throws RangeError for an unknown code: assuming 2 would be wrong by a factor of 100 for the yen
 */
export function currencyExponent(currency: string): number {
  const exponent = isCurrency(currency) ? CURRENCY_EXPONENTS[currency] : undefined;
  if (exponent === undefined) throw new RangeError("unknown currency");
  return exponent;
}

/**
 * Formats minor units as an exact decimal without grouping: 150000 ETB is `1500.00`.
 *
 * @throws RangeError unless `minor` is a safe integer
 */
export function decimalOf(minor: number, currency: string): `${number}` {
  if (!Number.isSafeInteger(minor)) throw new RangeError("money is an integer in minor units");
  const exponent = currencyExponent(currency);
  const sign = minor < 0 ? "-" : "";
  const digits = String(Math.abs(minor)).padStart(exponent + 1, "0");
  const point = digits.length - exponent;
  const fraction = exponent === 0 ? "" : `.${digits.slice(point)}`;
  return `${sign}${digits.slice(0, point)}${fraction}` as `${number}`;
}

/**
 * Formats money for display, e.g. `ETB 1,500.00`, without floating-point rounding. `locale` is a BCP 47 tag;
 * one that `Intl` does not support becomes English.
 */
export function formatMoney(minor: number, currency: string, locale: string): string {
  const decimal = decimalOf(minor, currency);
  const format = currency === "ETB" && minor >= 0 ? birrFormat(locale) : null;
  if (format !== null) {
    const [whole = "", fraction = ""] = decimal.split(".");
    const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, format.group);
    return format.before + grouped + format.decimal + fraction + format.after;
  }
  return new Intl.NumberFormat([locale, "en"], { style: "currency", currency }).format(decimal);
}

function birrFormat(locale: string) {
  return Object.hasOwn(BIRR_FORMATS, locale) ? BIRR_FORMATS[locale as PayerLanguage] : null;
}
