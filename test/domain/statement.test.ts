import { describe, expect, it } from "vitest";
import { bankingDayAfter, dayAfter } from "../../lib/domain/banking-days.ts";
import { compareStatement } from "../../lib/domain/statement.ts";
import type {
  BookPayment,
  Comparison,
  StatementFacts,
  StatementRow,
} from "../../lib/domain/statement-facts.ts";
import {
  compare,
  DAY,
  GOAL_SHARES,
  idsOf,
  makeMonth,
  payment,
  row,
} from "../support/statements.ts";

describe("matching", () => {
  it("finds a reference in its own column, within the text, glued to other words and with spaces", () => {
    const { reference } = payment("A1B2C");
    for (const text of [
      `Trf ${reference}\\BNK`,
      `TRF${reference}ETB`,
      `trf ${reference.toLowerCase()}`,
      `Trf ${reference.slice(0, 7)} ${reference.slice(7)}`,
    ]) {
      // Another amount, so that nothing but the reference can match.
      const found = compare([row({ text, amount: 140_000 })], [payment("A1B2C")]);
      expect(idsOf(found.differing), text).toEqual(["A1B2C"]);
    }
    expect(idsOf(compare([row({ reference })], [payment("A1B2C")]).agreed)).toEqual(["A1B2C"]);
  });

  it("takes a number for a reference only where it is a word of its own", () => {
    const one = payment("1", { reference: "12345678", amount: 99 });
    expect(compare([row({ text: "account 9912345678" })], [one]).unknown).toHaveLength(1);
    expect(compare([row({ text: "12 345 678" })], [one]).unknown).toHaveLength(1);
    expect(compare([row({ text: "ref 12345678." })], [one]).differing).toHaveLength(1);
  });

  it("prefers the reference to an equal amount of the same day", () => {
    const [a, b] = [payment("A1"), payment("B2")];
    const rows = [row({ text: `x ${b.reference}`, day: dayAfter(DAY, 1) }), row()];
    const { agreed } = compare(rows, [a, b]);
    expect(agreed.map((pair) => [pair.payment.id, pair.row.line])).toEqual([
      ["A1", rows[1]?.line],
      ["B2", rows[0]?.line],
    ]);
  });

  it.each([
    ["the same amount before a lower one", [140_000, 150_000], [0, 0], 1],
    ["the same amount before a higher one", [150_000, 160_000], [0, 0], 0],
    ["the same amount before the same day", [140_000, 150_000], [0, 3], 1],
    ["the nearest amount, where none is the same", [140_000, 170_000, 149_000], [0, 0, 0], 2],
    ["its own day before an earlier one", [150_000, 150_000], [-1, 0], 1],
    ["its own day before a later one", [150_000, 150_000], [0, 1], 0],
    ["the nearest day", [150_000, 150_000, 150_000], [-9, -4, 8], 1],
  ])("of several rows with its reference, prefers %s", (_, amounts, days, best) => {
    const one = payment("A1");
    const rows = amounts.map((amount, index) => {
      return row({ amount, text: one.reference, day: dayAfter(DAY, days[index] ?? 0) });
    });
    const { agreed, differing, unknown } = compare(rows, [one]);
    expect([...agreed, ...differing].map((pair) => pair.row)).toEqual([rows[best]]);
    expect(unknown).toEqual(rows.filter((_, index) => index !== best));
  });

  it("gives a second row with a payment's reference to no other payment", () => {
    const rows = [row({ text: payment("A1").reference }), row({ text: payment("A1").reference })];
    const { agreed, unknown, missing } = compare(rows, [payment("A1"), payment("B2")]);
    expect([idsOf(agreed), unknown.length, idsOf(missing)]).toEqual([["A1"], 1, ["B2"]]);
  });

  it("reads text and reference column as separate words", () => {
    const one = payment("1", { reference: "12345678", amount: 99 });
    const found = compare([row({ reference: "12345678", text: "000" })], [one]);
    expect(idsOf(found.differing)).toEqual(["1"]);
  });

  it("lets a payment be booked on the day before, and not earlier", () => {
    expect(compare([row({ day: dayAfter(DAY, -1) })], [payment("A")]).agreed).toHaveLength(1);
    expect(compare([row({ day: dayAfter(DAY, -2) })], [payment("A")]).unknown).toHaveLength(1);
  });

  it("gives a row to the payment that certainly went to this account, and only then to another", () => {
    const payments = [payment("A", { isAccountKnown: false }), payment("B")];
    expect(idsOf(compare([row()], payments).agreed)).toEqual(["B"]);
    expect(idsOf(compare([row(), row()], payments).agreed)).toEqual(["A", "B"]);
  });

  it("pairs shifted bookings so that no payment stays alone", () => {
    const payments = [payment("A"), payment("B", { day: dayAfter(DAY, 1) })];
    const rows = [row({ day: dayAfter(DAY, 1) }), row({ day: dayAfter(DAY, 2) })];
    expect(idsOf(compare(rows, payments).agreed)).toEqual(["A", "B"]);
  });

  it("gives a row to the payment of its own day, not to an earlier one that fits as well", () => {
    const [early, late] = [payment("A"), payment("B", { day: dayAfter(DAY, 1) })];
    expect(idsOf(compare([row({ day: late.day })], [early, late]).agreed)).toEqual(["B"]);
    expect(idsOf(compare([row({ day: early.day })], [early, late]).agreed)).toEqual(["A"]);
  });

  it("moves several pairs, each to a day that fits, so that one more payment gets a row", () => {
    const days = [0, 1, 2, 3].map((after) => dayAfter(DAY, after));
    const payments = days.map((day, index) => payment("ABCD".charAt(index), { day }));
    const rows = [...days.slice(1), dayAfter(DAY, 4)].map((day) => row({ day }));
    const { agreed } = compare(rows, payments);
    expect(agreed.map((pair) => [pair.payment.id, pair.row.day])).toEqual(
      payments.map(({ id, day }) => [id, dayAfter(day, 1)]),
    );
  });

  it("pairs no payment with a day on which it cannot be booked, also where that would free a row", () => {
    const payments = [payment("A"), payment("B", { day: dayAfter(DAY, 1) })];
    const rows = [row({ day: dayAfter(DAY, 1) }), row({ day: dayAfter(DAY, 3) })];
    const { agreed, unknown } = compare(rows, payments);
    expect(idsOf(agreed)).toEqual(["B"]);
    expect(unknown).toEqual([rows[1]]);
  });

  it("lets Saturday's payment be booked on Monday, and Monday's not on Wednesday", () => {
    const saturday = payment("A", { day: "2026-11-14" });
    expect(compare([row()], [saturday]).agreed).toHaveLength(1);
    expect(compare([row({ day: dayAfter(DAY, 2) })], [payment("A")]).unknown).toHaveLength(1);
  });

  it("gives a row with another reference to no payment, once references are on the statement", () => {
    const payments = [payment("A1"), payment("B2"), payment("C3", { amount: 70_000 })];
    const named = payments.slice(0, 2).map(({ reference }) => row({ text: reference }));
    const stray = row({ amount: 70_000, text: "FT26320ZZZZ9" });
    const found = compare([...named, stray], payments);
    expect(found.unknown).toEqual([stray]);
    expect(idsOf(found.missing)).toEqual(["C3"]);
  });

  it("gives such a row to the payment that another statement matched with it, and no other row", () => {
    const payments = [payment("A1"), payment("B2", { amount: 70_000, reference: "DKR1AB2CF1" })];
    const [own, other] = [row({ amount: 70_000, text: "FT26320ZZZZ9" }), row({ amount: 70_000 })];
    const rows = [row({ text: payments[0]?.reference ?? "" }), own];
    expect(compare(rows, payments).unknown).toEqual([own]);
    const rowsBefore = new Map([["B2", own]]);
    const found = compare([...rows, other], payments, { rowsBefore });
    expect(found.unknown).toEqual([other]);
    expect(idsOf(found.byAmount)).toEqual(["B2"]);
    // Where no reference decides, the day does.
    const near = row({ amount: 70_000, day: DAY });
    const far = row({ amount: 70_000, day: dayAfter(DAY, 1) });
    const before = { rowsBefore: new Map([["B2", far]]) };
    expect(compare([near, far], payments.slice(1), before).unknown).toEqual([far]);
  });

  describe("takes the statement for one with references", () => {
    const [named, late] = [
      payment("A1", { amount: 10_000 }),
      payment("B2", { day: dayAfter(DAY, 3), amount: 70_000 }),
    ];
    const absent = (day: number, id = "C3") =>
      payment(id, { amount: 5_000, day: dayAfter(DAY, day) });
    /** From one day to three days later; the last row has a reference that is not the late payment's. */
    const rows = [
      row({ amount: 10_000, text: named.reference }),
      row({ direction: "out", day: dayAfter(DAY, 1) }),
      row({ amount: 70_000, text: "FT26320ZZZZ9", day: dayAfter(DAY, 3) }),
    ];

    it.each([
      ["if half of its payments are found by theirs", [], true],
      ["not if fewer are, one of them on the first day", [absent(0)], false],
      ["not if fewer are, one of them on the last day", [absent(3)], false],
      ["whatever was paid before its first day", [absent(-1), absent(-9, "D4")], true],
      ["whatever was paid after its last day", [absent(4), absent(9, "D4")], true],
    ])("%s", (_, others, isReferenced) => {
      const { agreed } = compare(rows, [named, late, ...others]);
      expect(idsOf(agreed)).toEqual(isReferenced ? ["A1"] : ["A1", "B2"]);
    });

    it("not if no payment is found by its reference, though none is due on its days", () => {
      const early = payment("A1", { day: dayAfter(DAY, -1) });
      expect(idsOf(compare([row({ text: "FT26320ZZZZ9" })], [early]).agreed)).toEqual(["A1"]);
    });
  });

  it("shows both amounts where a fee was taken from the sum, with and without a reference", () => {
    const { differing } = compare([row({ amount: 148_500 })], [payment("A")]);
    expect(differing.map((pair) => [pair.payment.amount, pair.row.amount])).toEqual([
      [150_000, 148_500],
    ]);
    expect(compare([row({ amount: 140_000 })], [payment("A")]).unknown).toHaveLength(1);
    expect(compare([row({ amount: 151_000 })], [payment("A")]).unknown).toHaveLength(1);
  });

  it("takes for a fee without a reference up to 3 %, on the days on which the payment may be booked", () => {
    const isFee = (amount: number, days: number) =>
      compare([row({ amount, day: dayAfter(DAY, days) })], [payment("A")]).differing.length === 1;
    expect([isFee(145_500, 0), isFee(145_499, 0)]).toEqual([true, false]);
    expect([-2, -1, 0, 1, 2].map((days) => isFee(149_000, days))).toEqual([
      ...[false, true, true, true, false],
    ]);
  });

  it("takes the smallest fee, and each row for one payment", () => {
    for (const amounts of [
      [146_000, 149_000, 148_000],
      [148_000, 149_000, 146_000],
      [149_000, 146_000, 148_000],
    ]) {
      const rows = amounts.map((amount) => row({ amount }));
      const { differing, unknown } = compare(rows, [payment("A"), payment("B")]);
      const paid = differing.map((pair) => `${pair.payment.id} ${pair.row.amount}`);
      expect(paid.sort()).toEqual(["A 149000", "B 148000"]);
      expect(unknown.map(({ amount }) => amount)).toEqual([146_000]);
    }
  });

  it("lists rows by day, then as they stand in the file, then by amount and words", () => {
    const rows = [
      ...[row({ day: dayAfter(DAY, -1), line: 9, amount: 9 }), row({ line: 1, amount: 8 })],
      ...[row({ line: 2, amount: 3 }), row({ line: 2, amount: 5 })],
      ...[row({ line: 3, amount: 2, text: "A" }), row({ line: 3, amount: 2, text: "B" })],
      row({ line: 3, amount: 2, text: "A", reference: "C" }),
    ];
    expect(compare(rows, []).unknown).toEqual(rows);
    expect(compare(rows.toReversed(), []).unknown).toEqual(rows);
  });
});

describe("reversals", () => {
  it.each(["Reversal", "REVERSED TRF", "RVSL 12", "Chargeback", "ተመላሽ ገንዘብ", "የተሰረዘ ክፍያ"])(
    "are found by amount and the bank's words: %s",
    (text) => {
      const rows = [row(), row({ direction: "out", day: dayAfter(DAY, 1), text })];
      const { reversed, agreed, missing } = compare(rows, [payment("A")]);
      expect([idsOf(reversed), idsOf(agreed), missing]).toEqual([["A"], ["A"], []]);
    },
  );

  it("are found by reference, also for a part of the amount and without words for the whole", () => {
    const one = payment("A1");
    const out = (change: Partial<StatementRow>) => row({ direction: "out", ...change });
    const part = compare([out({ amount: 5_000, text: `Reversal ${one.reference}` })], [one]);
    expect(idsOf(part.reversed)).toEqual(["A1"]);
    expect(idsOf(compare([out({ text: one.reference })], [one]).reversed)).toEqual(["A1"]);
  });

  it("are not a fee, a withdrawal of the same amount, or a row that names another payment", () => {
    const one = payment("A1");
    const rows = [
      row({ text: one.reference }),
      row({ direction: "out", amount: 575, text: `Charge ${one.reference}` }),
      row({ direction: "out", text: "Cash withdrawal" }),
      row({ direction: "out", text: "Reversal FT26320ZZZZ9" }),
    ];
    const { reversed, other } = compare(rows, [one]);
    expect(reversed).toEqual([]);
    expect(other).toHaveLength(3);
  });

  it("reverse a payment once", () => {
    const one = payment("A1");
    const twice = [1, 2].map(() => row({ direction: "out", text: `Reversal ${one.reference}` }));
    const { reversed, other } = compare([row({ text: one.reference }), ...twice], [one]);
    expect([idsOf(reversed), other]).toEqual([["A1"], twice.slice(1)]);
  });

  it("without a reference are about the latest payment that came in, else about the latest", () => {
    const payments = ["A", "B", "C"].map((id, index) => payment(id, { day: dayAfter(DAY, index) }));
    const back = row({ direction: "out", text: "Reversal", day: dayAfter(DAY, 4) });
    expect(idsOf(compare([back], payments).reversed)).toEqual(["C"]);
    expect(idsOf(compare([row(), back], payments).reversed)).toEqual(["A"]);
  });

  it("without a reference come from the day before the payment to 30 days after it", () => {
    const isReversed = (days: number) => {
      const back = row({ direction: "out", text: "Reversal", day: dayAfter(DAY, days) });
      return compare([back], [payment("A")]).reversed.length === 1;
    };
    expect([-2, -1, 30, 31].map(isReversed)).toEqual([false, true, true, false]);
  });

  it("without a reference have the payment's amount", () => {
    const back = row({ direction: "out", text: "Reversal", amount: 149_999 });
    expect(compare([row(), back], [payment("A")]).other).toEqual([back]);
  });

  it("are listed by day, whatever found them", () => {
    const [named, other] = [payment("A1"), payment("B2", { amount: 70_000 })];
    const back = (day: number, change: Partial<StatementRow>) =>
      row({ direction: "out", day: dayAfter(DAY, day), ...change });
    const rows = [
      back(1, { text: "Reversal", amount: 70_000 }),
      back(2, { text: `Reversal ${named.reference}` }),
    ];
    expect(compare(rows, [named, other]).reversed.map((one) => one.row)).toEqual(rows);
  });

  it("say how many payments they could be about", () => {
    const rows = [row(), row(), row({ direction: "out", text: "Reversal" })];
    const { reversed } = compare(rows, [payment("A"), payment("B")]);
    expect(reversed.map(({ among }) => among)).toEqual([2]);
  });
});

describe("a payment that is not on the statement", () => {
  const reasons = (facts: Partial<StatementFacts>, change: Partial<BookPayment> = {}) =>
    compare([], [payment("A", change)], facts).waiting.map(({ reason }) => reason);

  it("is missing only on days that are covered to the next banking day, and from the day before", () => {
    const complete = (from: number, to: number) => ({
      complete: [{ from: dayAfter(DAY, from), to: dayAfter(DAY, to) }],
    });
    expect(reasons(complete(-1, 1))).toEqual([]);
    expect(reasons(complete(0, 1))).toEqual(["not_covered"]);
    expect(reasons(complete(-1, 0))).toEqual(["not_covered"]);
    expect(reasons({ complete: [] })).toEqual(["not_covered"]);
  });

  it("is missing only after two banking days", () => {
    expect(reasons({ today: bankingDayAfter(DAY, 2) })).toEqual(["too_soon"]);
    expect(reasons({ today: dayAfter(bankingDayAfter(DAY, 2), 1) })).toEqual([]);
  });

  it("is not missing if an earlier statement had it, or if its account is unknown", () => {
    expect(reasons({ confirmed: new Set(["A"]) })).toEqual(["confirmed_before"]);
    expect(reasons({}, { isAccountKnown: false })).toEqual(["account_unknown"]);
  });

  it("says how many payments of the same amount could be the missing one", () => {
    const three = [payment("A"), payment("B"), payment("C")];
    const amongOf = ({ missing }: Comparison) => missing.map(({ among }) => among);
    expect(amongOf(compare([row(), row()], three))).toEqual([3]);
    expect(amongOf(compare([row()], three))).toEqual([3, 3]);
    expect(amongOf(compare([], three))).toEqual([1, 1, 1]);
    const named = three.slice(0, 2).map(({ reference }) => row({ text: reference }));
    expect(amongOf(compare(named, three))).toEqual([1]);
  });
});

it("accuses no payment whose money may be a row that another payment has less a fee", () => {
  const missingBeside = (amount: number, rows: readonly StatementRow[]) =>
    compare(rows, [payment("A"), payment("B", { amount })]).missing.map((one) => [
      ...[one.payment.id, one.among],
    ]);
  const less = row({ amount: 149_000 });
  expect(missingBeside(150_500, [less])).toEqual([["B", 2]]);
  expect(missingBeside(150_000, [less])).toEqual([["B", 2]]);
  // Too much for a fee, the whole amount, and a row that says whose it is.
  expect(missingBeside(155_000, [less])).toEqual([["B", 1]]);
  expect(missingBeside(150_500, [row()])).toEqual([["B", 1]]);
  expect(missingBeside(150_500, [{ ...less, text: payment("A").reference }])).toEqual([["B", 1]]);
});

describe("a payment without a row, beside one with a row of the same amount", () => {
  it.each([
    [-3, 1],
    [-2, 2],
    [-1, 2],
    [1, 2],
    [2, 2],
    [3, 1],
  ])("that was paid %i days later, is one of %i that could be missing", (days, among) => {
    const other = payment("A", { day: dayAfter(DAY, days) });
    const { missing } = compare([row({ day: other.day })], [other, payment("B")]);
    expect(missing.map((one) => [one.payment.id, one.among])).toEqual([["B", among]]);
  });
});

describe("a month of 2,000 payments", () => {
  it.each([1, 2, 3])("finds every reversal and accuses no payment wrongly (seed %i)", (seed) => {
    const { rows, payments, fates, strays, facts } = makeMonth(2_000, seed);
    const found = compareStatement(rows, payments, facts);
    const having = (fate: string) =>
      [...fates].flatMap(([id, its]) => (its === fate ? [id] : [])).sort();
    expect(idsOf(found.reversed)).toEqual(having("reversed"));
    expect(found.waiting).toEqual([]);
    // Those that could be another payment say so.
    const accused = found.missing.filter(({ among }) => among === 1);
    expect(idsOf(accused).filter((id) => fates.get(id) !== "absent")).toEqual([]);
    expect(found.missing).toHaveLength(having("absent").length);
    expect(idsOf(found.differing)).toEqual(having("fee inside"));
    expect(new Set(found.unknown.map(({ line }) => line))).toEqual(strays);
    expect(GOAL_SHARES.strays).toBeGreaterThan(0);
  });
});
