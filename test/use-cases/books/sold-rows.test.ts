import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dayOf, startOfDay } from "../../../lib/contract/days.ts";
import { firstPaidDay } from "../../../lib/domain/banking-days.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import { listCheckouts } from "../../../lib/store/checkout-lists.ts";
import { transact } from "../../../lib/store/transact.ts";
import { loadStatement, settlePoint } from "../../../lib/use-cases/books/sheets.ts";
import { cancelCheckout } from "../../../lib/use-cases/checkouts/change.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { type BooksSetup, openBooks, walletStatement } from "../../support/filled-tables.ts";
import { accountWrite, createMerchant, SHOP } from "../../support/merchant.ts";
import { createUser } from "../../support/users.ts";
import { beforeCalls, open, read, receiptOf, submitted } from "../../support/verification.ts";

let books: BooksSetup;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.engine.stop());

const today = dayOf(Date.now());
const { row, compareRows, unknownOf, sell } = walletStatement(() => books);
const days = [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(today, count));
const DAY_MS = 86_400_000;

describe("after the sale of a row, a receipt of its amount and days may be of the same money:", () => {
  const noon = startOfDay(today) + 43_200_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: noon }));
  afterEach(() => void vi.useRealTimers());

  const cancel = (checkout: Checkout) =>
    cancelCheckout(
      async () => checkout,
      Date.now(),
      () => [],
    );

  /** A customer of the shop pays 500, and the bank shows this receipt. */
  async function pay(reference: string, provider: ProviderId, account: PaidAccount) {
    const { institution, number, amount: amountMinor = 500, due = amountMinor } = account;
    const receiver = { institution, name: SHOP.name, account: number };
    const { opened, paidAt = Date.now() } = account;
    const receipt = receiptOf(reference, { provider, amountMinor, receiver, paidAt });
    const checkout = opened ?? (await open(books.shop, { amount: due }));
    const state = await submitted(checkout, reference, provider);
    return (await settleAttempt(state, { kind: "receipt", receipt })).checkout;
  }
  interface PaidAccount {
    readonly institution: ProviderId;
    readonly number: string;
    readonly amount?: number;
    readonly due?: number;
    readonly opened?: Checkout;
    readonly paidAt?: number;
  }
  const DUPLICATE = { status: "review", payments: [{ exceptions: ["possible_duplicate"] }] };

  async function shopWith(provider: "cbe" | "cbe_birr", number: string) {
    const { table } = books.engine;
    const accounts = { telebirr: SHOP, [provider]: { name: SHOP.name, number } };
    books.shop = await createMerchant(table, { accounts });
    books.user = await createUser(table, books.shop.accountId);
    return { provider, account_number: number };
  }

  it("where a payment with another form of number got a row without one, that may be the sold one's payer's", async () => {
    const number = "1000123456789";
    const account = await shopWith("cbe", number);
    const into = { institution: "cbe", number } as const;
    for (const [reference, provider, amount] of [
      ["FT26320SALE4", "cbe", 300],
      ["DKR1AB2CG1", "telebirr", 500],
    ] as const)
      expect((await pay(reference, provider, { ...into, amount })).status).toBe("verified");
    vi.setSystemTime(noon + 1_000);
    const rows = [
      row({ amount: 300, reference: "FT26320SALE4" }),
      row({ line: 2, reference: "FT26320SALE5" }),
      row({ line: 3, date: addDays(today, 1) }),
    ];
    const { id } = (await compareRows(rows, account)).statement;
    const [point, ...others] = await unknownOf(id);
    expect([point?.line, others]).toEqual([2, []]);
    vi.setSystemTime(noon + 3_600_000);
    const part = await pay("FT26320SALE7", "cbe", { ...into, due: 900 });
    expect(part.status).toBe("open");
    expect((await sell(id, point?.id)).body.detail).toContain("nobody has decided about");
    await cancel(part);
    expect((await sell(id, point?.id)).status).toBe(201);
    expect(await pay("FT26320SALE6", "cbe", into)).toMatchObject(DUPLICATE);
    // On the day of the row that the other payment got.
    vi.setSystemTime(noon + DAY_MS);
    expect(await pay("FT26320SALE8", "cbe", into)).toMatchObject(DUPLICATE);
  });

  it("also on the days before an earlier row that such a payment got", async () => {
    const number = "1000123456789";
    const account = await shopWith("cbe", number);
    const into = { institution: "cbe", number } as const;
    // The next day's row can't be of a payment of that day.
    const day = days.find((one) => firstPaidDay(one) < firstPaidDay(addDays(one, 1))) ?? today;
    const middle = startOfDay(day) + 43_200_000;
    const paidAt = startOfDay(firstPaidDay(day)) + 43_200_000;
    vi.setSystemTime(paidAt - 60_000);
    const opened = await open(books.shop, { amount: 500, expires_in: 604_800 });
    const inParts = await open(books.shop, { amount: 900, expires_in: 604_800 });
    vi.setSystemTime(middle);
    await pay("FT26320SALE1", "cbe", { ...into, amount: 300 });
    await pay("DKR1AB2CG4", "telebirr", into);
    vi.setSystemTime(middle + 1_000);
    const rows = [
      row({ amount: 300, reference: "FT26320SALE1" }),
      row({ line: 2 }),
      row({ line: 3, date: addDays(day, 1), reference: "FT26320SALE2" }),
    ];
    const { id } = (await compareRows(rows, account)).statement;
    const [point, ...others] = await unknownOf(id);
    expect([point?.line, others]).toEqual([3, []]);
    const part = await pay("FT26320SALE0", "cbe", { ...into, opened: inParts, paidAt });
    expect(part.payments).toMatchObject([{ state: "counted" }]);
    expect((await sell(id, point?.id)).body.detail).toContain("nobody has decided about");
    await cancel(part);
    expect((await sell(id, point?.id)).status).toBe(201);
    expect(await pay("FT26320SALE3", "cbe", { ...into, opened, paidAt })).toMatchObject(DUPLICATE);
  });

  it("where receipts of its bank show several numbers, of which it has one", async () => {
    const number = "251911000042";
    const { id } = (
      await compareRows([row({ reference: "DKR1AB2CG2" })], await shopWith("cbe_birr", number))
    ).statement;
    expect((await sell(id, (await unknownOf(id))[0]?.id)).status).toBe(201);
    const into = { institution: "cbe_birr", number } as const;
    expect(await pay("DKR1AB2CG3", "cbe_birr", into)).toMatchObject(DUPLICATE);
  });
});

describe("which payments may be the money of a row of 500:", () => {
  const BANK = { name: SHOP.name, number: "1000123456789" };
  const HELD = "nobody has decided about";
  beforeEach(async () => {
    const { table } = books.engine;
    const accounts = { telebirr: SHOP, cbe: BANK, cbe_birr: SHOP };
    books.shop = await createMerchant(table, { accounts });
    books.user = await createUser(table, books.shop.accountId);
  });
  afterEach(() => void vi.useRealTimers());

  /** What selling the only unknown row answers: a status, or why it is refused. */
  async function sold(change: object, meanwhile = async () => {}) {
    const { id } = (await compareRows([row(change)])).statement;
    const [point, ...others] = await unknownOf(id);
    expect(others).toEqual([]);
    await meanwhile();
    const { status, body } = await sell(id, point?.id);
    return status === 201 ? 201 : body.detail;
  }

  const unread = async (reference: string, provider: ProviderId, methods?: readonly string[]) => {
    const only = methods && { payment_methods: methods };
    const checkout = await open(books.shop, { amount: 500, ...only });
    const state = await submitted(checkout, reference, provider);
    return settleAttempt(state, { kind: "manual" });
  };

  /** A member has looked at the points of a statement that are about amounts. */
  async function settleDifferences(id: string): Promise<void> {
    const { details } = await loadStatement(books.user, id, Date.now());
    for (const { id: point } of details.points.filter(({ kind }) => kind === "amounts_differ"))
      await settlePoint(books.user, id, { point, note: "A fee" }, Date.now());
  }

  it("none into an account of another bank with the same number", async () => {
    await unread("DKR1AB2CG4", "cbe_birr", [books.shop.methodIds.cbe_birr ?? ""]);
    expect(await sold({})).toBe(201);
  });

  it("none that was paid days later, however old its checkout is", async () => {
    const checkout = await open(books.shop, { amount: 700, expires_in: 604_800 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * DAY_MS });
    const receipt = receiptOf("DKR1AB2CG5", { amountMinor: 500 });
    const state = await submitted(checkout, receipt.reference);
    const { payments } = (await settleAttempt(state, { kind: "receipt", receipt })).checkout;
    expect(payments).toMatchObject([{ state: "counted" }]);
    expect(await sold({ date: dayOf(Date.now() - 4 * DAY_MS) })).toBe(201);
  });

  it("one that nobody could read, also of the same bank as the row's number", async () => {
    await unread("DKR1AB2CG6", "telebirr");
    expect(await sold({ reference: "DKR1AB2CG7" })).toContain(HELD);
  });

  it("one by another bank's receipt, whatever number the row has", async () => {
    const checkout = await open(books.shop, { amount: 700 });
    const receiver = { institution: "telebirr", name: SHOP.name, account: SHOP.number } as const;
    const changes = { provider: "cbe", amountMinor: 500, receiver } as const;
    const receipt = receiptOf("FT26320SALE8", changes);
    const state = await submitted(checkout, receipt.reference, "cbe");
    const { payments } = (await settleAttempt(state, { kind: "receipt", receipt })).checkout;
    expect(payments).toMatchObject([{ state: "counted" }]);
    expect(await sold({ reference: "DKR1AB2CG8" })).toContain(HELD);
  });

  /** A receipt into the wallet verifies a checkout. */
  async function verified(reference: string, provider: ProviderId, amount: number): Promise<void> {
    const receiver = { institution: "telebirr", name: SHOP.name, account: SHOP.number } as const;
    const receipt = receiptOf(reference, { provider, amountMinor: amount, receiver });
    const state = await submitted(await open(books.shop, { amount }), reference, provider);
    const { status } = (await settleAttempt(state, { kind: "receipt", receipt })).checkout;
    expect(status).toBe("verified");
  }

  /** Lets so much time pass that a comparison must have seen what was verified before. */
  const aMinuteLater = () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  };

  it("one that was verified before the comparison, which did not see it", async () => {
    // The time of a payment is older than its commit.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
    const { id } = (await compareRows([row()])).statement;
    vi.useRealTimers();
    await verified("DKR1AB2CH7", "telebirr", 500);
    const [point] = await unknownOf(id);
    expect((await sell(id, point?.id)).body.detail).toContain("compare the statement again");
  });

  it("none that the comparison gave another row a moment ago", async () => {
    await verified("DKR1AB2CH8", "telebirr", 500);
    const rows = [row({ reference: "DKR1AB2CH8" }), row({ line: 2, reference: "DKR1AB2CH9" })];
    const { id } = (await compareRows(rows)).statement;
    const [point, ...others] = await unknownOf(id);
    expect([point?.line, others]).toEqual([2, []]);
    expect((await sell(id, point?.id)).status).toBe(201);
  });

  it("one that an earlier statement has less a fee, until a member settles that there", async () => {
    await verified("FT26320SALEA", "cbe", 500);
    // With its row, rows with other numbers are not matched by their amounts.
    await verified("DKR1AB2CH3", "telebirr", 300);
    const rows = [
      row({ amount: 300, reference: "DKR1AB2CH3" }),
      row({ line: 2, reference: "DKR1AB2CH4" }),
    ];
    aMinuteLater();
    const earlier = (await compareRows([...rows, row({ line: 3, amount: 495 })])).statement.id;
    const { id, totals } = (await compareRows(rows)).statement;
    expect(totals).toMatchObject({ missing: { count: 0 }, waiting: { confirmed_before: 1 } });
    const point = (await unknownOf(id))[0]?.id;
    expect((await sell(id, point)).body.detail).toContain("no row of its amount");
    await settleDifferences(earlier);
    await compareRows(rows);
    expect((await sell(id, point)).status).toBe(201);
  });

  it("none that an earlier statement has by its number, though with another amount", async () => {
    await verified("FT26320SALEB", "cbe", 500);
    await verified("DKR1AB2CH5", "telebirr", 300);
    aMinuteLater();
    const named = row({ amount: 300, reference: "DKR1AB2CH5" });
    await compareRows([named, row({ line: 2, amount: 495, reference: "FT26320SALEB" })]);
    const { id } = (await compareRows([named, row({ line: 2, reference: "DKR1AB2CH6" })]))
      .statement;
    expect((await sell(id, (await unknownOf(id))[0]?.id)).status).toBe(201);
  });

  it("none where it was sold from another statement: its point is settled with that sale", async () => {
    const { id } = (await compareRows([row()])).statement;
    const other = (await compareRows([row(), row({ line: 2, amount: 7 })])).statement.id;
    const point = (await unknownOf(id))[0]?.id;
    const sale = await sell(id, point);
    await unread("DKR1AB2CH2", "telebirr");
    const again = await sell(other, point);
    expect([sale.status, again.status, again.body.id]).toEqual([201, 201, sale.body.id]);
  });

  it("none that was verified over a month after the row's day, even if it has no day of its own", async () => {
    const approve = async () => {
      const { id, sequence } = (await unread("DKR1AB2CG9", "telebirr")).checkout;
      const decision = { by: books.user.userId, reason: "Seen", sequence, now: Date.now() };
      await approveCheckout({ load: () => read(id), ...decision, alongside: () => [] });
    };
    expect(await sold({ date: addDays(dayOf(Date.now()), -40) }, approve)).toBe(201);
  });
});

describe("the sale of a row", () => {
  it("leaves no open checkout if its reference pays another one at the same moment", async () => {
    await books.openShop();
    const reference = "DKR1AB2CH1";
    const { id } = (await compareRows([row({ reference })])).statement;
    const [point] = await unknownOf(id);
    let status = "";
    beforeCalls(async (call) => {
      if (call !== "TransactWriteItems" || status !== "") return;
      status = "paying";
      const receipt = receiptOf(reference, { amountMinor: 700 });
      const state = await submitted(await open(books.shop, { amount: 700 }), reference);
      ({ status } = (await settleAttempt(state, { kind: "receipt", receipt })).checkout);
    });
    const { body } = await sell(id, point?.id);
    expect([status, body.status, body.detail]).toEqual([
      ...["verified", 409, "This reference has paid for another checkout."],
    ]);
    const { accountId } = books.user;
    const range = { accountId, mode: "live", appId: null } as const;
    const { data } = await listCheckouts(books.engine.table, range, { limit: 10 }, Date.now());
    expect(data.map((one) => one.status).toSorted()).toEqual(["canceled", "verified"]);
  });
});

describe("a sold row", () => {
  /** A shop with a wallet and other accounts, and a row of the wallet's statement that it has sold. */
  async function soldOf(change: object) {
    const cbe = { name: SHOP.name, number: "1000123456789" };
    const accounts = { cbe_birr: SHOP, telebirr: SHOP, cbe };
    books.shop = await createMerchant(books.engine.table, { accounts });
    const second = { name: SHOP.name, number: "251900000002" };
    const write = accountWrite(books.shop, "telebirr", second, { position: -1 });
    await transact(books.engine.table, [write]);
    books.user = await createUser(books.engine.table, books.shop.accountId);
    const { id } = (await compareRows([row(change)])).statement;
    const sold = await sell(id, (await unknownOf(id))[0]?.id);
    expect(sold.status).toBe(201);
    return sold.body;
  }

  const date = addDays(today, -6);
  const complete = [{ from: addDays(date, -9), to: today }];
  const WAITS = { missing: { count: 0 }, waiting: { confirmed_before: 1 } };

  it("without a number is not sold again from a file that prints it", async () => {
    const sale = await soldOf({ date });
    expect(sale.payments).toMatchObject([{ payment_method: books.shop.methodIds.telebirr }]);
    const numbered = [row({ date, reference: "DKR1AB2CG8" })];
    const { id, totals } = (await compareRows(numbered, { complete })).statement;
    const [point] = await unknownOf(id);
    expect((await sell(id, point?.id)).body.detail).toContain("no row of its amount");
    expect(totals).toMatchObject(WAITS);
  });

  it("is not called missing where a later file of these days does not show it", async () => {
    await soldOf({ date, reference: "DKR1AB2CG9" });
    const rows = [row({ date, amount: 7 })];
    expect((await compareRows(rows, { complete })).statement.totals).toMatchObject(WAITS);
  });

  it("is no possible duplicate of another payment of its amount and day, which it was compared with", async () => {
    await books.openShop();
    const receiver = { institution: "telebirr", name: SHOP.name, account: SHOP.number } as const;
    const receipt = receiptOf("FT26320SALE9", { provider: "cbe", amountMinor: 500, receiver });
    const state = await submitted(await open(books.shop, { amount: 500 }), "FT26320SALE9", "cbe");
    const { status } = (await settleAttempt(state, { kind: "receipt", receipt })).checkout;
    expect(status).toBe("verified");
    const rows = [row({ text: "Transfer FT26320SALE9" }), row({ line: 2 })];
    const { id } = (await compareRows(rows)).statement;
    const { body } = await sell(id, (await unknownOf(id))[0]?.id);
    expect(body).toMatchObject({ status: "verified", exceptions: ["approved_by_hand"] });
  });

  it("is none of the money in another account's statement", async () => {
    await soldOf({ reference: "DKR1AB2CG5" });
    const account = { provider: "cbe", account_number: "1000123456789" };
    const { id, totals } = (await compareRows([row()], account)).statement;
    expect(totals).toMatchObject({ agreed: { count: 0 }, unknown: { count: 1 } });
    expect((await sell(id, (await unknownOf(id))[0]?.id)).status).toBe(201);
  });
});
