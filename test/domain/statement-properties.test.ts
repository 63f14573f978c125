import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bankingDayAfter, dayAfter } from "../../lib/domain/banking-days.ts";
import type { StatementRow } from "../../lib/domain/statement-facts.ts";
import { compare, DAY, idsOf, numbersOf, payment, row, shuffled } from "../support/statements.ts";

const dayIn = fc.integer({ min: 0, max: 12 }).map((days) => dayAfter(DAY, days));
const anyAmount = fc.oneof(
  fc.constantFrom(5_000, 5_100, 150_000),
  fc.integer({ min: 1, max: 2e5 }),
);
const anyReference = fc.integer({ min: 0, max: 30 }).map((number) => `FT26320A${number + 100}Z`);
const anyText = fc
  .tuple(fc.constantFrom("", "Transfer", "Reversal", "ተመላሽ", "Fee"), fc.option(anyReference))
  .map(([words, reference]) => `${words} ${reference ?? ""}`);
const anyRow = fc.record({
  // Lines may repeat: the file is read in the browser.
  line: fc.integer({ min: 1, max: 20 }),
  day: dayIn,
  amount: anyAmount,
  direction: fc.constantFrom("in" as const, "out" as const),
  text: anyText,
  reference: fc.option(anyReference),
});
const anyRows = fc.array(anyRow, { maxLength: 40 });
const anyPayments = fc
  .uniqueArray(fc.record({ reference: anyReference, amount: anyAmount, day: dayIn }), {
    selector: ({ reference }) => reference,
    maxLength: 25,
  })
  .map((some) =>
    some.map((one, index) => ({ ...one, id: one.reference, isAccountKnown: index % 7 !== 6 })),
  );

describe("any statement", () => {
  it("gives the same result for any order of rows and payments", () => {
    fc.assert(
      fc.property(anyRows, anyPayments, fc.integer(), (rows, payments, seed) => {
        const random = numbersOf(seed);
        const again = compare(shuffled(rows, random), shuffled(payments, random));
        expect(again).toEqual(compare(rows, payments));
      }),
    );
  });

  it("has each row in exactly one class, and the sums of the classes are those of the statement", () => {
    fc.assert(
      fc.property(anyRows, anyPayments, (rows, payments) => {
        const found = compare(rows, payments);
        const pairs = [...found.agreed, ...found.differing, ...found.reversed];
        const all = [...pairs.map((pair) => pair.row), ...found.unknown, ...found.other];
        expect(all.map(({ line }) => line).sort()).toEqual(rows.map(({ line }) => line).sort());
        const sum = (some: readonly StatementRow[]) =>
          some.reduce((total, one) => total + (one.direction === "in" ? 1 : -1) * one.amount, 0);
        expect(sum(all)).toBe(sum(rows));
      }),
    );
  });

  it("matches each payment with at most one incoming and one outgoing row, and loses none", () => {
    fc.assert(
      fc.property(anyRows, anyPayments, (rows, payments) => {
        const { agreed, differing, reversed, missing, waiting } = compare(rows, payments);
        const received = idsOf([...agreed, ...differing]);
        const absent = idsOf([...missing, ...waiting]);
        const back = idsOf(reversed);
        for (const ids of [received, absent, back]) expect(ids).toEqual([...new Set(ids)]);
        expect(received.filter((id) => absent.includes(id))).toEqual([]);
        const seen = [...new Set([...received, ...absent, ...back])].sort();
        expect(seen).toEqual(idsOf(payments.map((one) => ({ payment: one }))));
        for (const { payment: one, row: its } of agreed) expect(its.amount).toBe(one.amount);
        expect(back.filter((id) => absent.includes(id))).toEqual([]);
      }),
    );
  });

  it("leaves no payment alone that a row of the same amount fits", () => {
    fc.assert(
      fc.property(
        fc.array(dayIn, { maxLength: 14 }),
        fc.infiniteStream(fc.boolean()),
        (days, shift) => {
          const payments = days.map((day, index) => payment(String(index), { day }));
          const rows = days.map((day) => {
            const isShifted = shift.next().value === true;
            return row({ day: isShifted ? bankingDayAfter(day) : day });
          });
          expect(compare(rows, payments).agreed).toHaveLength(days.length);
        },
      ),
    );
  });
});
