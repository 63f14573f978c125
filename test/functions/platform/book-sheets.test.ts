import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../../lib/contract/days.ts";
import { listBookEntries } from "../../../lib/contract/routes/platform-books.ts";
import { type BooksSetup, DAY, openBooks, TODAY, whole } from "../../support/filled-tables.ts";
import { proxyEvent } from "../../support/function-calls.ts";
import { SHOP } from "../../support/merchant.ts";

let books: BooksSetup;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.engine.stop());
const call: BooksSetup["call"] = (...args) => books.call(...args);
const book: BooksSetup["book"] = (...args) => books.book(...args);

describe("sheets: platform/list-book-days platform/list-book-months platform/list-book-entries", () => {
  beforeAll(async () => {
    await book({
      payments: [
        { reference: "DKK3A7B9X1", amount: 100_000 },
        { reference: "DKK3A7B9X2", amount: 60_000 },
      ],
      amount: 150_000,
    });
    await book({ ...whole("DKK3A7B9X3", 90_000), amount: 100_000, decidedBy: books.user.userId });
    await book({
      payments: [{ reference: "slip", amount: null }],
      amount: 20_000,
      decidedBy: books.user.userId,
    });
    await book({
      ...whole("DKK3A7B9X4", 5_000),
      type: "checkout.rejected",
      decidedBy: books.user.userId,
    });
    const checkoutId = await book({
      ...whole("DKK3A7B9X5", 7_000),
      type: "checkout.partially_paid",
    });
    await book({ payments: [], type: "checkout.canceled", checkoutId });
    await book({ payments: [], type: "checkout.canceled", amount: 1 });
    await book({ ...whole("DKK3A7B9X6", 1), livemode: false });
    await book({ ...whole("DKK3A7B9X7", 30_000), day: addDays(DAY, 1) });
  });

  it("sum a day by account: payments, over- and underpayments, decisions and credits", async () => {
    const query = { from: DAY, to: addDays(DAY, 1) };
    const { body } = await call("listBookDays", { query });
    expect(body.days).toHaveLength(2);
    expect(body.days[0].sheets).toEqual([
      {
        object: "book_sheet",
        app_id: books.shop.appId,
        provider: "telebirr",
        account_number: SHOP.number,
        currency: "ETB",
        payments: { count: 4, amount: 270_000 },
        overpaid: { count: 1, amount: 10_000 },
        underpaid: { count: 1, amount: 10_000 },
        approved: { count: 2, amount: 110_000 },
        rejected: { count: 1, amount: 5_000 },
        released: { count: 1, amount: 7_000 },
        credits_spent: 3,
      },
    ]);
    const test = await call("listBookDays", { query: { ...query, livemode: "false" } });
    expect(test.body.days[0].sheets[0]).toMatchObject({
      payments: { amount: 1 },
      credits_spent: 0,
    });
  });

  it("sum months of either calendar, and say which are whole", async () => {
    for (const calendar of ["gregorian", "ethiopian"]) {
      const { body } = await call("listBookMonths", { query: { calendar } });
      const all = body.months.flatMap(
        (month: { sheets: { payments: { amount: number } }[] }) => month.sheets,
      );
      const sum = all.reduce(
        (total: number, sheet: { payments: { amount: number } }) => total + sheet.payments.amount,
        0,
      );
      expect(sum).toBe(300_000);
      expect(body.months.at(-1).to).toBe(TODAY);
      expect(body.months.some(({ complete }: { complete: boolean }) => complete)).toBe(true);
    }
  });

  it("equal the sum of the entries, in JSON over pages and in CSV, to the cent", async () => {
    const amounts: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { from: DAY, to: DAY, limit: "1", ...(cursor && { cursor }) };
      const { body } = await call("listBookEntries", { query });
      expect(body.data.length).toBeLessThanOrEqual(1);
      amounts.push(
        ...body.data.flatMap((entry: { payments: { amount: number }[] }) =>
          entry.payments.map(({ amount }) => amount),
        ),
      );
      cursor = body.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(amounts.sort()).toEqual([100_000, 20_000, 60_000, 90_000]);
    const { listBookEntries: handler } = await import("../../../functions/platform/books.ts");
    const query = { from: DAY, to: DAY, format: "csv" };
    const event = proxyEvent(listBookEntries, { principal: books.user, query });
    const answer = await handler(event, { getRemainingTimeInMillis: () => 10_000 } as never);
    const [header = "", ...lines] = String(answer.body).trimEnd().split("\r\n");
    expect(header).toMatch(/^date,reference,account,payer,amount,currency,order,checkout,member,/);
    const sum = lines.reduce(
      (total, line) => total + Math.round(Number(line.split(",")[4]) * 100),
      0,
    );
    expect(sum).toBe(270_000);
    expect(lines.every((line) => line.startsWith(`${DAY},`))).toBe(true);
    expect(answer.headers.link).toBeUndefined();
  });

  it("list rejected and released payments apart, with the member and the note", async () => {
    const one = async (kind: string) =>
      (await call("listBookEntries", { query: { from: DAY, kind } })).body.data;
    expect(await one("rejected")).toMatchObject([
      { kind: "rejected", member: books.user.userId, note: "Seen" },
    ]);
    expect(await one("released")).toMatchObject([{ kind: "released", member: null }]);
    expect(await one("approved")).toHaveLength(2);
  });

  it("are by the account that a receipt confirmed, where a checkout showed several", async () => {
    const day = addDays(DAY, 2);
    const second = "0911000999";
    const wish = { day, account: SHOP.number };
    await book({
      ...whole("DKK3A7B9Y1", 10_000),
      ...wish,
      second: { account: second, confirmed: true },
    });
    await book({
      ...whole("DKK3A7B9Y2", 20_000),
      ...wish,
      second: { account: second, confirmed: false },
    });
    const { body } = await call("listBookDays", { query: { from: day, to: day } });
    const sums = body.days[0].sheets.map((sheet: { account_number: string; payments: object }) => [
      sheet.account_number,
      sheet.payments,
    ]);
    expect(sums).toEqual([
      [second, { count: 1, amount: 10_000 }],
      [null, { count: 1, amount: 20_000 }],
    ]);
    const query = { from: day, to: day, provider: "telebirr", account_number: second };
    const list = await call("listBookEntries", { query });
    expect(list.body.data).toHaveLength(1);
  });

  it("show a payment that a member released once, also if its checkout is canceled afterward", async () => {
    const day = addDays(DAY, 3);
    const checkoutId = await book({
      payments: [
        { reference: "DKK3A7B9Z1", amount: 3_000 },
        { reference: "DKK3A7B9Z2", amount: 4_000 },
      ],
      ...{ day, type: "checkout.partially_paid", amount: 9_000 },
    });
    const [released, left] = ["DKK3A7B9Z1", "DKK3A7B9Z2"];
    await book({
      ...{ day, checkoutId, type: "checkout.payment_released", amount: 9_000, released },
      payments: [{ reference: left, amount: 4_000 }],
    });
    await book({ day, checkoutId, type: "checkout.canceled", amount: 9_000, payments: [] });
    const query = { from: day, to: day };
    const list = await call("listBookEntries", { query: { ...query, kind: "released" } });
    const lines = list.body.data.map((entry: { payments: { reference: string }[] }) =>
      entry.payments.map(({ reference }) => reference),
    );
    expect(lines).toEqual([[released], [left]]);
    const { body } = await call("listBookDays", { query });
    expect(body.days[0].sheets[0].released).toEqual({ count: 2, amount: 7_000 });
  });

  it("refuse days that the events no longer cover, and too many at once", async () => {
    const refuse = async (name: "listBookDays" | "listBookMonths", query: Record<string, string>) =>
      expect((await call(name, { query })).status).toBe(400);
    await refuse("listBookDays", { from: addDays(TODAY, -90), to: addDays(TODAY, -80) });
    await refuse("listBookDays", { to: addDays(TODAY, -90) });
    await refuse("listBookDays", { from: addDays(TODAY, -40) });
    await refuse("listBookDays", { from: TODAY, to: DAY });
    await refuse("listBookMonths", { from: addDays(TODAY, -95) });
    expect((await call("listBookDays", { query: { app_id: "999999" } })).status).toBe(404);
  });

  it("fit into one answer: the latest days that do, or a refusal of days that were asked for", async () => {
    await books.openShop();
    const days = Array.from({ length: 14 }, (_, index) => addDays(TODAY, -index));
    const widest = 40;
    for (const day of days) {
      for (const part of ["A", "B", "C"]) {
        const accounts = Array.from({ length: 150 }, (_, index) =>
          `${part}${index}`.padEnd(widest, '"'),
        );
        const payments = accounts.map((_, index) => ({ reference: `R${index}`, amount: 100 }));
        await book({ day, payments, accounts });
      }
    }
    for (const [name, list] of [
      ["listBookDays", "days"],
      ["listBookMonths", "months"],
    ] as const) {
      const { status, body } = await call(name);
      expect(status).toBe(200);
      expect(Buffer.byteLength(JSON.stringify(JSON.stringify(body)))).toBeLessThan(6_291_556);
      expect(body[list].at(-1).sheets.length).toBeGreaterThan(0);
    }
    const { body } = await call("listBookDays");
    expect(body.days).toHaveLength(13);
    expect(body.from).toBe(body.days[0].day);
    const refused = await call("listBookDays", { query: { from: days[13] ?? "" } });
    expect(refused.status).toBe(400);
    expect(refused.body.detail ?? JSON.stringify(refused.body)).toContain("fewer days");
  });
});
