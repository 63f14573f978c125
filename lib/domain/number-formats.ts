import { PAYER_LANGUAGES, type PayerLanguage } from "./payer-language.ts";

// What `Intl` knows about numbers, evaluated at build time (`madeAtBuild`). The first number that a process formats with
// `Intl` takes 10 to 20 ms, and a customer would wait for it while a function starts cold.

/** Decimal places of each currency that `Intl` supports, by its upper-case ISO 4217 code. */
export const CURRENCY_EXPONENTS: Readonly<Record<string, number>> = eachOf(
  Intl.supportedValuesOf("currency"),
  (currency) => {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  },
);

/** The texts around a number. */
interface Around {
  readonly before: string;
  readonly after: string;
}

/** How a positive amount in birr is written. */
export const BIRR_FORMATS: Readonly<
  Record<PayerLanguage, Around & { readonly group: string; readonly decimal: string }>
> = eachOf(PAYER_LANGUAGES, (language) => {
  const format = new Intl.NumberFormat([language, "en"], { style: "currency", currency: "ETB" });
  const parts = format.formatToParts(1_234_567.89);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return { ...around(parts), group: part("group"), decimal: part("decimal") };
});

const TIME_UNITS = ["second", "minute", "hour", "day"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** How a length of time is written: a count of 1, and one of 2 to 999. All languages of payers have these two forms. */
export const UNIT_FORMATS: Readonly<
  Record<PayerLanguage, Readonly<Record<TimeUnit, { readonly one: Around; readonly more: Around }>>>
> = eachOf(PAYER_LANGUAGES, (language) =>
  eachOf(TIME_UNITS, (unit) => {
    const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
    return { one: around(format.formatToParts(1)), more: around(format.formatToParts(2)) };
  }),
);

function eachOf<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}

function around(parts: readonly Intl.NumberFormatPart[]): Around {
  const isDigits = ({ type }: Intl.NumberFormatPart) => type === "integer" || type === "fraction";
  const textOf = (some: readonly Intl.NumberFormatPart[]) =>
    some.map(({ value }) => value).join("");
  return {
    before: textOf(parts.slice(0, parts.findIndex(isDigits))),
    after: textOf(parts.slice(parts.findLastIndex(isDigits) + 1)),
  };
}
