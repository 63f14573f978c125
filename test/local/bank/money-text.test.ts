import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped, oneDecimal, shortest, ungrouped } from "../../../lib/local/bank/receipt-text.ts";

test.each([
  [0, "0.00", "0.00", "0", "0.0"],
  [5, "0.05", "0.05", "0.05", "0.05"],
  [60000, "600.00", "600.00", "600", "600.0"],
  [2047500, "20,475.00", "20475.00", "20,475", "20475.0"],
  [100000000, "1,000,000.00", "1000000.00", "1,000,000", "1000000.0"],
])("%i minor units are written in each of the forms", (minor, group, plain, short, one) => {
  expect([grouped(minor), ungrouped(minor), shortest(minor), oneDecimal(minor)]).toEqual([
    group,
    plain,
    short,
    one,
  ]);
});

test("no form loses or invents a minor unit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (minor) => {
      for (const write of [grouped, ungrouped, shortest, oneDecimal]) {
        const [whole = "", cents = ""] = write(minor).replaceAll(",", "").split(".");
        expect(Number(whole + cents.padEnd(2, "0"))).toBe(minor);
      }
    }),
  );
});
