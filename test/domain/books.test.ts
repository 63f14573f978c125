import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BookEntry,
  type BookedPayment,
  type EntryKind,
  Releases,
  type Sheet,
  SheetBook,
  withMaskedNumbers,
} from "../../lib/domain/books.ts";

const payment = (amount: number, change: Partial<BookedPayment> = {}): BookedPayment => ({
  provider: "telebirr",
  reference: "REF1",
  accountProvider: "telebirr",
  accountNumber: "0922000111",
  payerName: "H**** T****",
  amount,
  paidAt: 1,
  ...change,
});
const entry = (change: Partial<BookEntry> = {}): BookEntry => ({
  id: "evt_1",
  kind: "verified",
  at: 1,
  livemode: true,
  appId: 7,
  checkoutId: "co_1",
  amount: 1_000,
  currency: "ETB",
  order: null,
  member: null,
  note: null,
  payments: [payment(1_000)],
  ...change,
});
const NONE = { count: 0, amount: 0 };
const SHEET: Sheet = {
  ...{ appId: 7, provider: "telebirr", accountNumber: "0922000111", currency: "ETB" },
  ...{ payments: NONE, overpaid: NONE, underpaid: NONE },
  ...{ approved: NONE, rejected: NONE, released: NONE, creditsSpent: 0 },
};
const sheetsOf = (...entries: readonly BookEntry[]) => {
  const book = new SheetBook();
  for (const one of entries) book.add(one);
  return book.sheets();
};
const once = (amount: number) => ({ count: 1, amount });

describe("the sheets of the books", () => {
  it("have no entry without an event", () => {
    expect(sheetsOf()).toEqual([]);
  });

  it.each<[string, Partial<BookEntry>, Partial<Sheet>]>([
    ["a verified payment and its credit", {}, { payments: once(1_000), creditsSpent: 1 }],
    ["no credit in test mode", { livemode: false }, { payments: once(1_000) }],
    [
      "money above what was asked for",
      { payments: [payment(1_200)] },
      { payments: once(1_200), overpaid: once(200), creditsSpent: 1 },
    ],
    [
      "an approval by hand, and money below what was asked for",
      { kind: "approved", payments: [payment(400), payment(500)] },
      {
        ...{ payments: { count: 2, amount: 900 }, approved: { count: 2, amount: 900 } },
        ...{ underpaid: once(100), creditsSpent: 1 },
      },
    ],
    ["rejected payments apart", { kind: "rejected" }, { rejected: once(1_000) }],
    [
      "released payments apart, whatever was asked for",
      { kind: "released", payments: [payment(1_500)] },
      { released: once(1_500) },
    ],
  ])("count %s", (_, change, sums) => {
    expect(sheetsOf(entry(change))).toEqual([{ ...SHEET, ...sums }]);
  });

  it("add up what has the same app, account and currency", () => {
    expect(sheetsOf(entry(), entry({ kind: "rejected" }), entry())).toEqual([
      {
        ...SHEET,
        ...{ payments: { count: 2, amount: 2_000 }, rejected: once(1_000), creditsSpent: 2 },
      },
    ]);
  });

  it("are separate and sorted by app, provider, account and currency", () => {
    const at = (appId: number, currency: string, change: Partial<BookedPayment>) =>
      entry({ appId, currency, payments: [payment(1_000, change)] });
    const entries = [
      at(10, "ETB", {}),
      at(9, "USD", {}),
      at(9, "ETB", { accountNumber: "0922000112" }),
      at(9, "ETB", { accountProvider: "cbe" }),
      at(9, "ETB", {}),
    ];
    const keys = sheetsOf(...entries).map((one) => [
      ...[one.appId, one.provider, one.accountNumber, one.currency],
    ]);
    expect(keys).toEqual([
      [9, "cbe", "0922000111", "ETB"],
      [9, "telebirr", "0922000111", "ETB"],
      [9, "telebirr", "0922000111", "USD"],
      [9, "telebirr", "0922000112", "ETB"],
      [10, "telebirr", "0922000111", "ETB"],
    ]);
  });

  it("name the receiving account's provider, and no account where none is known", () => {
    const payments = [payment(1_000, { accountProvider: "cbe", accountNumber: null })];
    const [sheet] = sheetsOf(entry({ payments }));
    expect(sheet).toMatchObject({ provider: "cbe", accountNumber: null });
  });

  it("count surplus and credit of a checkout paid to two accounts with its last payment", () => {
    const payments = [
      payment(700),
      payment(500, { accountProvider: "cbe", accountNumber: "1000" }),
    ];
    expect(sheetsOf(entry({ payments }))).toEqual([
      {
        ...{ ...SHEET, provider: "cbe", accountNumber: "1000", payments: once(500) },
        ...{ overpaid: once(200), creditsSpent: 1 },
      },
      { ...SHEET, payments: once(700) },
    ]);
  });

  it("count the credit of an approval without any payment under no account", () => {
    expect(sheetsOf(entry({ kind: "approved", payments: [] }))).toEqual([
      {
        ...{ ...SHEET, provider: null, accountNumber: null },
        ...{ underpaid: once(1_000), creditsSpent: 1 },
      },
    ]);
    expect(sheetsOf(entry({ kind: "rejected", payments: [] }))).toEqual([]);
  });

  const anyKind = fc.constantFrom<EntryKind>("verified", "approved", "rejected", "released");
  const anyPayment = fc
    .record({
      amount: fc.integer({ min: 1, max: 2_000 }),
      accountProvider: fc.constantFrom("cbe" as const, "telebirr" as const),
      accountNumber: fc.constantFrom("1", "2", null),
    })
    .map(({ amount, ...change }) => payment(amount, change));
  const anyEntry = fc
    .record({
      kind: anyKind,
      livemode: fc.boolean(),
      appId: fc.integer({ min: 1, max: 12 }),
      currency: fc.constantFrom("ETB", "USD"),
      payments: fc.array(anyPayment, { minLength: 1, maxLength: 5 }),
    })
    .map(entry);

  it("have all the money in whatever order the events come, and balance with what was asked for", () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 20 }), (entries) => {
        const sheets = sheetsOf(...entries);
        expect(sheetsOf(...entries.toReversed())).toEqual(sheets);
        const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
        const total = (of: (sheet: Sheet) => number) => sum(sheets.map(of));
        const income = entries.filter(({ kind }) => kind === "verified" || kind === "approved");
        const paid = income.flatMap((one) => one.payments.map(({ amount }) => amount));
        expect(total(({ payments }) => payments.amount)).toBe(sum(paid));
        expect(
          total(({ payments, overpaid, underpaid }) => {
            return payments.amount - overpaid.amount + underpaid.amount;
          }),
        ).toBe(sum(income.map(({ amount }) => amount)));
        expect(total(({ creditsSpent }) => creditsSpent)).toBe(
          income.filter(({ livemode }) => livemode).length,
        );
      }),
    );
  });
});

describe("an entry for a member who does not see whole numbers", () => {
  it("shows the end of each receiving account, and all the rest as it is", () => {
    const payments = [payment(600), payment(400, { accountNumber: null })];
    const masked = withMaskedNumbers(entry({ payments }));
    expect(masked).toEqual(
      entry({
        payments: [payment(600, { accountNumber: "*****0111" }), payments[1] as BookedPayment],
      }),
    );
  });
});

describe("what cancellations released", () => {
  const released = (id: string, ...payments: readonly BookedPayment[]) =>
    entry({ id, kind: "released", payments });
  const [ONE, TWO] = [payment(400), payment(600, { reference: "REF2" })];
  const kept = (...parts: readonly (readonly BookEntry[])[]) => {
    const releases = new Releases();
    for (const part of parts) releases.othersOf(part);
    return releases.entries();
  };

  it("is kept until all other entries are known, which are given on", () => {
    const releases = new Releases();
    const sold = entry({ id: "evt_2" });
    expect(releases.othersOf([released("evt_1", ONE), sold])).toEqual([sold]);
    expect(releases.othersOf([released("evt_3", TWO)])).toEqual([]);
    expect(releases.entries()).toEqual([released("evt_1", ONE), released("evt_3", TWO)]);
  });

  it.each<EntryKind>(["verified", "approved"])(
    "leaves out payments that were %s before, in whichever order they are read",
    (kind) => {
      const sold = entry({ id: "evt_2", kind, payments: [ONE] });
      const canceled = released("evt_3", ONE, TWO);
      for (const parts of [[[sold, canceled]], [[canceled], [sold]], [[sold], [canceled]]])
        expect(kept(...parts)).toEqual([released("evt_3", TWO)]);
      expect(kept([sold, released("evt_3", ONE)])).toEqual([]);
    },
  );

  it("keeps what became income later, and what was rejected", () => {
    const canceled = released("evt_1", ONE);
    expect(kept([canceled, entry({ id: "evt_2", payments: [ONE] })])).toEqual([canceled]);
    expect(kept([entry({ id: "evt_0", kind: "rejected", payments: [ONE] }), canceled])).toEqual([
      canceled,
    ]);
  });

  it("tells equal references of two banks apart", () => {
    const other = payment(400, { provider: "cbe" });
    const canceled = released("evt_3", ONE);
    expect(kept([entry({ id: "evt_2", payments: [other] }), canceled])).toEqual([canceled]);
  });
});
