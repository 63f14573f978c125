import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakable } from "../../lib/contract/breakable-money.ts";
import {
  currencyExponent,
  decimalOf,
  formatMoney,
  isAmountMinor,
  isCurrency,
  MAX_AMOUNT_MINOR,
} from "../../lib/domain/money.ts";
import { PAYER_LANGUAGES } from "../../lib/domain/payer-language.ts";

describe("amounts", () => {
  it("are integers from 1 to 10^12", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_MINOR }), isAmountMinor));
    expect([1, 1e12].every(isAmountMinor)).toBe(true);
  });

  it("reject everything else", () => {
    const refused = [
      0,
      -1,
      -0,
      0.5,
      1.5,
      Number.NaN,
      Infinity,
      1e12 + 1,
      1e15,
      Number("1e400"),
      "100",
      null,
      5n,
    ];
    expect(refused.filter(isAmountMinor)).toEqual([]);
  });
});

describe("currencies", () => {
  it("have the digits of ISO 4217", () => {
    expect(["ETB", "USD", "JPY", "KWD"].map(currencyExponent)).toEqual([2, 2, 0, 3]);
  });

  it("are rejected if unknown, in lower case or malformed", () => {
    expect(["ETX", "etb", "", "E", "ETBB", "__proto__"].filter(isCurrency)).toEqual([]);
    expect(() => currencyExponent("ETX")).toThrow(new RangeError("unknown currency"));
  });
});

describe("decimal text", () => {
  it("is exact for every safe integer", () => {
    const minor = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(minor, fc.constantFrom("ETB", "JPY", "KWD"), (value, currency) => {
        const text = decimalOf(value, currency);
        const fraction = text.split(".")[1] ?? "";
        expect(fraction.length).toBe(currencyExponent(currency));
        expect(Number(text.replace(".", ""))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it("has no sign at zero", () => {
    expect([decimalOf(0, "ETB"), decimalOf(-0, "JPY")]).toEqual(["0.00", "0"]);
  });

  it("pads small amounts", () => {
    expect([decimalOf(5, "ETB"), decimalOf(-5, "ETB"), decimalOf(5, "JPY")]).toEqual([
      "0.05",
      "-0.05",
      "5",
    ]);
  });

  it("rejects anything but integers", () => {
    for (const wrong of [0.5, Number.NaN, Infinity, 2 ** 53])
      expect(() => decimalOf(wrong, "ETB")).toThrow(/integer in minor units/);
  });
});

describe("formatted money", () => {
  it("follows the locale", () => {
    expect(formatMoney(150_000, "ETB", "en").replaceAll("\u00a0", " ")).toBe("ETB 1,500.00");
    expect(formatMoney(150_000, "ETB", "am")).toContain("1,500.00");
    expect(formatMoney(1500, "JPY", "en")).toBe("¥1,500");
    expect(formatMoney(150_000, "ETB", "de")).toContain("1.500,00");
  });

  it("is what `Intl` makes of it, in every language of payers and for every amount", () => {
    const minor = fc.integer({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR });
    const languages = fc.constantFrom(...PAYER_LANGUAGES);
    fc.assert(
      fc.property(minor, languages, fc.constantFrom("ETB", "JPY"), (value, language, currency) => {
        const format = new Intl.NumberFormat([language, "en"], { style: "currency", currency });
        expect(formatMoney(value, currency, language)).toBe(
          format.format(decimalOf(value, currency)),
        );
      }),
    );
  });

  it("falls back to English for an unknown locale", () => {
    expect(formatMoney(100, "ETB", "zz")).toBe(formatMoney(100, "ETB", "en"));
    expect(() => formatMoney(100, "ETB", "__proto__")).toThrow(RangeError);
  });

  it("breaks beside its number from ten million on, and else not at all", () => {
    for (const language of PAYER_LANGUAGES) {
      const shown = (minor: number) => breakable(formatMoney(minor, "ETB", language));
      for (const minor of [1_000_000_000, 1_234_567_890, 999_999_999_999]) {
        const parts = shown(minor).split(" ");
        expect(parts.filter((part) => /\d/.test(part))).toHaveLength(1);
        expect(parts.length).toBe(formatMoney(minor, "ETB", language).split(/\s/).length);
      }
      for (const minor of [1, 150_000, 999_999_999]) expect(shown(minor)).not.toContain(" ");
    }
  });
});
