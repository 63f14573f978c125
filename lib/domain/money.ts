/** Bounds of a checkout's amount, in minor units. */
export const MIN_AMOUNT_MINOR = 1;
export const MAX_AMOUNT_MINOR = 1_000_000_000_000;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

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
  return CURRENCIES.has(text);
}

/**
 * Decimal places of a currency (ISO 4217): ETB 2, JPY 0, KWD 3.
 *
 * @throws RangeError for an unknown code: assuming 2 would be wrong by a factor of 100 for the yen
 */
export function currencyExponent(currency: string): number {
  if (!isCurrency(currency)) throw new RangeError("unknown currency");
  const options = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
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
  return new Intl.NumberFormat([locale, "en"], { style: "currency", currency }).format(decimal);
}
