import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAmount } from "../../lib/providers/reading/amounts.ts";

describe("an amount", () => {
  test.each([
    ["1,500.00 Birr", 150_000],
    ["600 Birr", 60_000],
    ["0.0 Birr", 0],
    ["ETB 20,475.00", 2_047_500],
    ["ETB20,475.00", 2_047_500],
    ["3,000 ETB", 300_000],
    ["800.00", 80_000],
    ["  1,250.00\u00a0ብር ", 125_000],
    ["1000.5", 100_050],
    ["ETB. 12.30", 1_230],
    ["1,234,567.89 etb", 123_456_789],
  ])("%j is %d minor units", (text, amountMinor) => {
    expect(parseAmount(text)).toEqual({ amountMinor, currency: "ETB" });
  });

  test.each([
    "1.500",
    "1,50",
    "1 500.00",
    "1.250,00",
    "1,250,00",
    "12,50.00",
    "0,500",
    "007",
    "-5.00",
    "+5.00",
    "(5.00)",
    "5.",
    ".5",
    "1e3",
    "٥٠٠",
    "１００",
    "1,500.00 Birr 2.00",
    "ETB 5 ETB",
    "5 Bir",
    "5 xyz",
    "5 XYZ",
    "",
    "Birr",
    "99999999999999.00",
    "1,,000",
    "1'000",
  ])("%j is unreadable: it is none, or can be read two ways", (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  test("keeps another currency and its own exponent", () => {
    expect(parseAmount("USD 12.30")).toEqual({ amountMinor: 1_230, currency: "USD" });
    expect(parseAmount("500 JPY")).toEqual({ amountMinor: 500, currency: "JPY" });
    expect(parseAmount("500.5 JPY")).toBeNull();
  });

  test("round-trips in every usual spelling", () => {
    const minor = fc.integer({ min: 0, max: 10 ** 14 });
    const spell = fc.record({
      grouped: fc.boolean(),
      decimals: fc.boolean(),
      unit: fc.constantFrom("", "ETB ", "Birr ", " ETB", " Birr", "\u00a0ብር"),
    });
    void fc.assert(
      fc.property(minor, spell, (amountMinor, { grouped, decimals, unit }) => {
        const whole = String(Math.floor(amountMinor / 100));
        const cents = String(amountMinor % 100).padStart(2, "0");
        const shown = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
        const fraction = !decimals && cents === "00" ? "" : `.${cents}`;
        const number = shown + fraction;
        const text = unit.endsWith(" ") ? unit + number : number + unit;
        expect(parseAmount(text)).toEqual({ amountMinor, currency: "ETB" });
      }),
    );
  });

  test("of any text is null or a safe integer that is not negative", () => {
    void fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9,. ETBir-]{0,20}$/)), (text) => {
        const amount = parseAmount(text);
        expect(
          amount === null || (Number.isSafeInteger(amount.amountMinor) && amount.amountMinor >= 0),
        ).toBe(true);
      }),
    );
  });
});
