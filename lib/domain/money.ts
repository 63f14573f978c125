/** Smallest and largest amount of a checkout, in minor units of its currency. */
export const MIN_AMOUNT_MINOR = 1;
export const MAX_AMOUNT_MINOR = 1_000_000_000_000;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether `value` may be asked of a customer: an integer of 1..10^12 minor units, never a string. */
export function isAmountMinor(value: unknown): value is number {
  return (
    typeof value === "number" &&
    Number.isSafeInteger(value) &&
    value >= MIN_AMOUNT_MINOR &&
    value <= MAX_AMOUNT_MINOR
  );
}

/** Whether `text` is an ISO 4217 code in upper case that the runtime knows. */
export function isCurrency(text: string): boolean {
  return CURRENCIES.has(text);
}

/**
 * Digits after the point of a currency as ISO 4217 has them: ETB 2, JPY 0, KWD 3.
 * Throws RangeError for an unknown code: a guess of 2 would be wrong by a factor of 100 for the yen.
 */
export function currencyExponent(currency: string): number {
  if (!isCurrency(currency)) throw new RangeError("unknown currency");
  const options = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}

/**
 * Exact decimal text of minor units, no grouping: 150000 ETB is `1500.00`. Takes any safe integer
 * (a receipt may show more than a checkout may ask); throws RangeError otherwise.
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
 * Money for people, e.g. `ETB 1,500.00`. The number passes as text, so that no float ever holds it.
 * `locale` is a BCP 47 tag; a well-formed one that Intl does not know becomes English.
 */
export function formatMoney(minor: number, currency: string, locale: string): string {
  const decimal = decimalOf(minor, currency);
  return new Intl.NumberFormat([locale, "en"], { style: "currency", currency }).format(decimal);
}
