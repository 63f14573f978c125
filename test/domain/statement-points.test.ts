import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter } from "../../lib/domain/banking-days.ts";
import type { BookPayment, StatementRow, WaitingReason } from "../../lib/domain/statement-facts.ts";
import {
  accuses,
  cutNotes,
  keepSettled,
  MOST_RIVALS,
  paymentId,
  paymentOf,
  pointsOf,
  type Settled,
  SHORT_NOTE,
  type StatementPoint,
  totalsOf,
} from "../../lib/domain/statement-points.ts";
import { compare, DAY, payment, row } from "../support/statements.ts";

const NEXT = "2026-11-17";
const [SAME, BACK, LESS, LOST] = [
  payment("SAME1", { amount: 10_000 }),
  payment("BACK1", { amount: 20_000 }),
  payment("LESS1", { amount: 30_000 }),
  payment("LOST1", { amount: 40_000 }),
];
const PAYMENTS = [SAME, BACK, LESS, LOST];
/** One row of each class; `unknown` has a reference of its own. */
const ROWS = {
  agreed: row({ amount: 10_000, text: SAME.reference }),
  received: row({ amount: 20_000, text: BACK.reference }),
  reversed: row({ amount: 20_000, day: NEXT, direction: "out", text: `Rev ${BACK.reference}` }),
  differing: row({ amount: 29_700, day: NEXT, reference: LESS.reference }),
  unknown: row({ amount: 777, day: NEXT, reference: "FT26320ZZZZ9" }),
  fee: row({ amount: 55, direction: "out", text: "Charge" }),
};
const ALL_ROWS = Object.values(ROWS);

describe("the open points of a statement", () => {
  it("are the most serious first, each with both sides as far as they exist", () => {
    const common = { among: 1, settled: null };
    expect(pointsOf(compare(ALL_ROWS, PAYMENTS))).toEqual([
      {
        ...{ ...common, id: "missing LOST1", kind: "missing" },
        ...{ payment: "LOST1", reference: LOST.reference, paid: 40_000, paidOn: DAY },
        ...{ booked: null, bookedOn: null, line: null },
      },
      {
        ...{ ...common, id: "reversed BACK1", kind: "reversed" },
        ...{ payment: "BACK1", reference: BACK.reference, paid: 20_000, paidOn: DAY },
        ...{ booked: 20_000, bookedOn: NEXT, line: ROWS.reversed.line },
      },
      {
        ...{ ...common, id: "amounts_differ LESS1", kind: "amounts_differ" },
        ...{ payment: "LESS1", reference: LESS.reference, paid: 30_000, paidOn: DAY },
        ...{ booked: 29_700, bookedOn: NEXT, line: ROWS.differing.line },
      },
      {
        ...{ ...common, id: `unknown ${NEXT} 777 FT26320ZZZZ9 1`, kind: "unknown" },
        ...{ payment: null, reference: "FT26320ZZZZ9", paid: null, paidOn: null },
        ...{ booked: 777, bookedOn: NEXT, line: ROWS.unknown.line },
      },
    ]);
  });

  it("say how many payments could be the missing or the reversed one", () => {
    const three = ["A", "B", "C"].map((id) => payment(id));
    const rows = [row(), row(), row({ direction: "out", text: "Reversal" })];
    const kinds = pointsOf(compare(rows, three)).map(({ kind, among }) => [kind, among]);
    expect(kinds).toEqual([
      ["missing", 3],
      ["reversed", 3],
    ]);
  });

  it("have ids of their own, which stay when the file has other lines", () => {
    const money = () => [
      ...[row({ amount: 5 }), row({ amount: 5 }), row({ amount: 5, day: NEXT })],
      ...[row({ amount: 6 }), row({ amount: 5, reference: "FT1" })],
    ];
    const ids = pointsOf(compare(money(), [LOST])).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([
      "missing LOST1",
      `unknown ${DAY} 5  1`,
      `unknown ${DAY} 5  2`,
      `unknown ${DAY} 5 FT1 1`,
      `unknown ${DAY} 6  1`,
      `unknown ${NEXT} 5  1`,
    ]);
    expect(pointsOf(compare(money(), [LOST])).map(({ id }) => id)).toEqual(ids);
  });
});

describe("unknown money", () => {
  const found = compare([], []);
  const unknownOf = (rows: readonly StatementRow[], payments: readonly BookPayment[]) =>
    pointsOf({
      ...{ ...found, unknown: rows },
      missing: payments.map((one) => ({ payment: one, among: 1 })),
      waiting: [{ payment: payment("LATE", { reference: "DKR1AB2CF9" }), reason: "too_soon" }],
    }).filter(({ kind }) => kind === "unknown");

  it("names the payments without a row that it may be: of its amount and days, with another form of reference", () => {
    const payments = [
      payment("WALLET", { reference: "DKR1AB2CF1" }),
      payment("SAME FORM", { reference: "FT26320AAAA1" }),
      payment("OTHER AMOUNT", { reference: "DKR1AB2CF2", amount: 1 }),
      payment("OTHER DAY", { reference: "DKR1AB2CF3", day: "2026-11-19" }),
    ];
    const points = unknownOf([row({ reference: "FT26320ZZZZ9" }), row({ amount: 5 })], payments);
    expect(points.map(({ mayBe }) => mayBe)).toEqual([["LATE", "WALLET"], undefined]);
  });

  it("names a payment that has only a slightly lower row, and no number shows that the two belong together", () => {
    const [wallet, named] = [
      payment("WALLET", { reference: "DKR1AB2CF1" }),
      payment("NAMED", { amount: 300, reference: "FT26320AAAA1" }),
    ];
    const rows = [
      row({ amount: 300, reference: "FT26320AAAA1" }),
      row({ reference: "FT26320ZZZZ9" }),
      row({ amount: wallet.amount * 0.98 }),
    ];
    const points = pointsOf(compare(rows, [wallet, named]));
    expect(points.map(({ kind, payment: id, mayBe }) => [kind, id, mayBe])).toEqual([
      ["amounts_differ", "WALLET", undefined],
      ["unknown", null, ["WALLET"]],
    ]);
  });

  it("names a payment whose days no statement covers yet, and none that an earlier one had", () => {
    const mayBe = (reason: WaitingReason) => {
      const waiting = [{ payment: payment("LATE", { reference: "DKR1AB2CF9" }), reason }];
      return pointsOf({ ...found, unknown: [row()], waiting })[0]?.mayBe;
    };
    expect(mayBe("not_covered")).toEqual(["LATE"]);
    expect(mayBe("confirmed_before")).toBeUndefined();
  });

  it("names a payment that an earlier statement has only with a slightly lower row, and that is not called missing", () => {
    const wallet = payment("WALLET", { reference: "DKR1AB2CF1" });
    const named = payment("NAMED", { amount: 300, reference: "FT26320AAAA1" });
    const rows = [
      row({ amount: 300, reference: "FT26320AAAA1" }),
      row({ reference: "FT26320ZZZZ9" }),
    ];
    const facts = { confirmed: new Set(["WALLET"]), lessFeesBefore: new Set(["WALLET"]) };
    const [point, ...others] = pointsOf(compare(rows, [wallet, named], facts));
    expect([point?.mayBe, others]).toEqual([["WALLET"], []]);
    const sure = pointsOf(compare(rows, [wallet, named], { confirmed: facts.confirmed }));
    expect(sure.map(({ mayBe }) => mayBe)).toEqual([undefined]);
  });

  it("with a number may be that of a payment that got a row without one, from the first to the last day of such rows", () => {
    const wallet = payment("WALLET", { reference: "DKR1AB2CF1" });
    const references = ["FT26320AAAA1", "FT26320AAAA2"];
    const named = references.map((reference) => payment(reference, { amount: 300, reference }));
    const agreed = references.map((reference) => row({ amount: 300, reference }));
    const unsureIn = (found: readonly StatementRow[], ...payments: readonly BookPayment[]) =>
      pointsOf(compare([...agreed, ...found], [...named, ...payments])).map(
        ({ line, unsureSince, unsureUntil }) => [line, unsureSince, unsureUntil],
      );
    const own = row({ reference: "FT26320ZZZZ9" });
    const late = row({ day: NEXT });
    expect(unsureIn([own, late], wallet)).toEqual([[own.line, NEXT, NEXT]]);
    // Of payments of one day, those with the first and the last row say how long.
    const second = payment("SECOND", { reference: "DKR1AB2CF2" });
    expect(unsureIn([own, late, row()], wallet, second)).toEqual([[own.line, DAY, NEXT]]);
    const sameForm = payment("SAME FORM", { reference: "FT26320BBBB2" });
    expect(unsureIn([own, late], sameForm)).toEqual([[own.line, undefined, undefined]]);
    const cash = row();
    expect(unsureIn([late, cash], wallet)).toEqual([[late.line, undefined, undefined]]);
  });

  it("names the first and the last day also where rows of other days, forms and sales are between and around them", () => {
    const dayOf = (after: number) => dayAfter(DAY, after);
    const pair = (day: string, change: Partial<BookPayment> = {}) => ({
      payment: payment(day, { reference: "DKR1AB2CF1", ...change }),
      row: row({ day }),
    });
    const before = { day: dayAfter(DAY, -1) };
    const byAmount = [
      pair(dayOf(3), before),
      ...[pair(dayOf(4)), pair(dayOf(2)), pair(dayOf(6)), pair(dayOf(5))],
      ...[0, 9].map((after) => pair(dayOf(after), { reference: "FT26320BBBB2" })),
      pair(dayOf(1), { reference: "ROW-12345678-0123456789AB", isSoldRow: true }),
    ];
    const [point] = pointsOf({ ...found, byAmount, unknown: [row({ reference: "FT26320ZZZZ9" })] });
    expect([point?.unsureSince, point?.unsureUntil]).toEqual([dayOf(2), dayOf(6)]);
  });

  it("may be a row of its day that another file has sold, and none of the day before", () => {
    const sale = (day: string) =>
      payment(day, { day, reference: "ROW-12345678-0123456789AB", isSoldRow: true });
    const mayBe = (day: string) => pointsOf(compare([row()], [sale(day)]))[0]?.mayBe;
    expect(mayBe(DAY)).toEqual([DAY]);
    expect(mayBe(dayAfter(DAY, -1))).toBeUndefined();
  });

  it("is reversed by an outgoing row of its amount with its number; a row that says reversal without a number reverses the latest", () => {
    const out = (text: string, change: Partial<StatementRow> = {}) =>
      row({ direction: "out", text, ...change });
    const reversedIn = (...rows: readonly StatementRow[]) =>
      pointsOf(compare(rows, [])).flatMap((one) => (one.isReversed ? [one.line] : []));
    const [one, two] = [
      row({ text: "Transfer FT26320AAAA1" }),
      row({ reference: "260131145900001" }),
    ];
    const late = row({ day: dayAfter(DAY, 3) });
    expect(reversedIn(one, two, out("Payment of FT26320AAAA1"))).toEqual([one.line]);
    expect(reversedIn(one, two, out("Chg", { reference: "260131145900001" }))).toEqual([two.line]);
    expect(reversedIn(one, two, late, out("Reversal", { day: dayAfter(DAY, 1) }))).toEqual([
      two.line,
    ]);
    expect(reversedIn(one, two, late, out("Reversal"), out("Reversal"))).toEqual([
      one.line,
      two.line,
    ]);
    expect(reversedIn(one, out("Reversal FT26320ZZZZ9"), out("Transfer"))).toEqual([]);
    expect(
      reversedIn(one, out("Reversal", { amount: 1 }), out("FT26320AAAA1", { amount: 1 })),
    ).toEqual([]);
    expect(reversedIn(one, out("FT26320AAAA1"), out("Reversal"), two)).toEqual([
      one.line,
      two.line,
    ]);
  });

  it("is not reversed by an outgoing row that shares only a number of several rows, such as a branch", () => {
    const rows = [
      row({ text: "FT26320AAAA1 at BRANCH0042" }),
      row({ text: "FT26320BBBB2 at BRANCH0042" }),
      row({ direction: "out", text: "FT26320CCCC3 at BRANCH0042" }),
    ];
    expect(pointsOf(compare(rows, [])).map(({ isReversed }) => isReversed)).toEqual([
      undefined,
      undefined,
    ]);
    const paid = payment("PAID", { reference: "FT26320BBBB2" });
    const [point] = pointsOf(compare(rows, [paid]));
    expect(point).toMatchObject({ line: rows[0]?.line });
    expect(point?.isReversed).toBeUndefined();
  });

  it("names at most five payments of its amount, however many of other amounts are before them", () => {
    const alike = (day: string) =>
      Array.from({ length: 6 }, (_, index) =>
        payment(`${day} ${index}`, { day, reference: `DKR1AB2CF${index}` }),
      );
    const payments = [...alike(dayAfter(DAY, -1)), ...alike(DAY)];
    const other = payment("OTHER", { amount: 7, reference: "DKR1AB2CG1" });
    const rows = [150_000, 7].map((amount) => row({ amount, reference: "FT26320ZZZZ9" }));
    const [many, one] = unknownOf(rows, [...payments, other]);
    expect(one?.mayBe).toEqual(["OTHER"]);
    expect(many?.mayBe).toHaveLength(MOST_RIVALS);
  });

  it("of a shop with one price is compared with a few of its payments, however many there are", () => {
    const many = 300;
    let looks = 0;
    const payments = Array.from({ length: many }, (_, index) => ({
      ...payment(`P${index}`, { reference: `DKR1AB2${index + 100}` }),
      get day() {
        looks += 1;
        return DAY;
      },
    }));
    const rows = payments.map((_, index) => row({ reference: `FT26320A${index + 100}Z` }));
    for (const { mayBe } of unknownOf(rows, payments))
      expect(mayBe).toEqual(["LATE", "P0", "P1", "P2", "P3"]);
    expect(looks).toBeLessThan(many * 10);
  });
});

describe("the id of a payment in a comparison", () => {
  it("gives back its parts, also where the reference has spaces", () => {
    const reference = fc.stringMatching(/^[A-Z0-9]{1,6}( [A-Z0-9]{1,6}){0,3}$/);
    fc.assert(
      fc.property(reference, (its) => {
        const parts = { checkoutId: "co_1", provider: "cbe", reference: its } as const;
        expect(paymentOf(paymentId("co_1", "cbe", its))).toEqual(parts);
      }),
    );
  });
});

describe("the sums of a statement", () => {
  const days = { from: DAY, to: NEXT };

  it("are those of each class of rows, and of the payments that are missing", () => {
    expect(totalsOf(ALL_ROWS, compare(ALL_ROWS, PAYMENTS), days)).toEqual({
      in: { count: 4, amount: 60_477 },
      out: { count: 2, amount: 20_055 },
      agreed: { count: 2, amount: 30_000 },
      differing: { count: 1, amount: 29_700 },
      difference: 300,
      reversed: { count: 1, amount: 20_000 },
      unknown: { count: 1, amount: 777 },
      other: { count: 1, amount: 55 },
      missing: { count: 1, amount: 40_000 },
      waiting: { not_covered: 0, too_soon: 0, account_unknown: 0, confirmed_before: 0 },
    });
  });

  it("count why payments wait, from the first day of the statement to the last", () => {
    const on = (id: string, day: string, isAccountKnown = true) =>
      payment(id, { day, isAccountKnown });
    const waiting = [
      ...[on("A", "2026-11-15"), on("B", DAY), on("C", NEXT), on("D", "2026-11-18")],
      ...[on("E", DAY, false), on("F", DAY, false), on("G", DAY, false)],
    ];
    const count = (facts: Parameters<typeof compare>[2]) =>
      totalsOf([], compare([], waiting, facts), days).waiting;
    const none = { not_covered: 0, too_soon: 0, account_unknown: 3, confirmed_before: 0 };
    expect(count({ complete: [] })).toEqual({ ...none, not_covered: 2 });
    expect(count({ today: "2026-11-18" })).toEqual({ ...none, too_soon: 2 });
    expect(count({ confirmed: new Set(["B", "E"]) })).toEqual({
      ...{ ...none, account_unknown: 2, confirmed_before: 2 },
    });
  });
});

describe("a point", () => {
  const lostPoint = () => pointsOf(compare([], [LOST]))[0] as StatementPoint;

  it.each([
    ["missing", 1, true],
    ["reversed", 1, true],
    ["missing", 2, false],
    ["reversed", 2, false],
    ["amounts_differ", 1, false],
    ["unknown", 1, false],
  ] as const)("of kind %s among %i accuses a payment: %s", (kind, among, isAccused) => {
    expect(accuses({ ...lostPoint(), kind, among })).toBe(isAccused);
  });

  it("keeps its whole note, and of a long one of another statement the beginning, character by character", () => {
    const long = "😀".repeat(SHORT_NOTE);
    const settledBy = (id: string, note: string): StatementPoint => ({
      ...{ ...lostPoint(), id },
      settled: { by: "usr_1", at: 1, note },
    });
    const kept = [settledBy("own", long), settledBy("short", "x".repeat(SHORT_NOTE)), lostPoint()];
    const cut = settledBy("other", `${"😀".repeat(SHORT_NOTE - 1)}…`);
    const found = cutNotes([settledBy("other", long), ...kept], new Set(["own"]));
    expect(found).toEqual([cut, ...kept]);
  });

  it("keeps what settled it last when the statement is compared again", () => {
    const settled = (note: string): Settled => ({ by: "usr_1", at: 1, note });
    const [a, b, c] = ["a", "b", "c"].map((id) => ({ ...lostPoint(), id })) as [
      StatementPoint,
      StatementPoint,
      StatementPoint,
    ];
    const before = [
      { ...a, settled: settled("first") },
      { ...a, settled: settled("last") },
      a,
      { ...b, settled: settled("gone") },
    ];
    expect(keepSettled([a, c], before)).toEqual([{ ...a, settled: settled("last") }, c]);
  });
});
