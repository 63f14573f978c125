import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvOf } from "../../../lib/contract/csv.ts";
import { addDays, dayOf } from "../../../lib/contract/days.ts";
import * as routes from "../../../lib/contract/routes/platform-books.ts";
import { listErrors } from "../../../lib/contract/routes/platform-insight.ts";
import { bankingDayAfter } from "../../../lib/domain/banking-days.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { type BookedWish, bookEvent } from "../../support/booked-events.ts";
import { eventsIn } from "../../support/event-bodies.ts";
import { setFunctionEnvironment } from "../../support/function-environment.ts";
import { type Invocation, invoke } from "../../support/invoke.ts";
import { createMerchant, type Merchant, SHOP } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/user.ts";

let engine: TestTable;
let shop: Merchant;
let user: UserPrincipal;
const TODAY = dayOf(Date.now());
/** Long enough ago that every payment is due. */
const DAY = addDays(TODAY, -20);

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine.stop());

/** A shop of its own for each test. */
async function openShop(): Promise<void> {
  shop = await createMerchant(engine.table);
  user = await createUser(engine.table, shop.accountId);
}

async function call(name: keyof typeof FUNCTIONS, more: Invocation = {}) {
  const { route, load } = FUNCTIONS[name];
  const { handler } = await load();
  return invoke(handler, route, { principal: user, ...more });
}
const FUNCTIONS = {
  listBookDays: {
    route: routes.listBookDays,
    load: () => import("../../../functions/platform/list-book-days.ts"),
  },
  listBookMonths: {
    route: routes.listBookMonths,
    load: () => import("../../../functions/platform/list-book-months.ts"),
  },
  listBookEntries: {
    route: routes.listBookEntries,
    load: () => import("../../../functions/platform/list-book-entries.ts"),
  },
  listBookAccounts: {
    route: routes.listBookAccounts,
    load: () => import("../../../functions/platform/list-book-accounts.ts"),
  },
  compareStatement: {
    route: routes.compareStatement,
    load: () => import("../../../functions/platform/compare-statement.ts"),
  },
  listStatements: {
    route: routes.listStatements,
    load: () => import("../../../functions/platform/list-statements.ts"),
  },
  readStatement: {
    route: routes.readStatement,
    load: () => import("../../../functions/platform/read-statement.ts"),
  },
  settlePoint: {
    route: routes.settlePoint,
    load: () => import("../../../functions/platform/settle-point.ts"),
  },
} as const;

const book = (wish: Partial<BookedWish> & Pick<BookedWish, "payments">, merchant = shop) =>
  bookEvent(engine.table, merchant, { day: DAY, ...wish });
const whole = (reference: string, amount = 150_000) => ({ payments: [{ reference, amount }] });

describe("sheets: platform/list-book-days platform/list-book-months platform/list-book-entries", () => {
  beforeAll(async () => {
    await openShop();
    await book({
      payments: [
        { reference: "DKK3A7B9X1", amount: 100_000 },
        { reference: "DKK3A7B9X2", amount: 60_000 },
      ],
      amount: 150_000,
    });
    await book({ ...whole("DKK3A7B9X3", 90_000), amount: 100_000, decidedBy: user.userId });
    await book({
      payments: [{ reference: "slip", amount: null }],
      amount: 20_000,
      decidedBy: user.userId,
    });
    await book({
      ...whole("DKK3A7B9X4", 5_000),
      type: "checkout.rejected",
      decidedBy: user.userId,
    });
    await book({ ...whole("DKK3A7B9X5", 7_000), type: "checkout.canceled" });
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
        app_id: shop.appId,
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
    const { handler } = await FUNCTIONS.listBookEntries.load();
    const { proxyEvent } = await import("../../support/invoke.ts");
    const query = { from: DAY, to: DAY, format: "csv" };
    const event = proxyEvent(routes.listBookEntries, { principal: user, query });
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
    expect(csvOf([], [])).toBe("\r\n");
  });

  it("list rejected and released payments apart, with the member and the note", async () => {
    const one = async (kind: string) =>
      (await call("listBookEntries", { query: { from: DAY, kind } })).body.data;
    expect(await one("rejected")).toMatchObject([
      { kind: "rejected", member: user.userId, note: "Seen" },
    ]);
    expect(await one("released")).toMatchObject([{ kind: "released", member: null }]);
    expect(await one("approved")).toHaveLength(2);
  });

  it("refuse days that the events no longer cover, and too many at once", async () => {
    const refuse = async (name: "listBookDays" | "listBookMonths", query: Record<string, string>) =>
      expect((await call(name, { query })).status).toBe(400);
    await refuse("listBookDays", { from: addDays(TODAY, -91), to: addDays(TODAY, -80) });
    await refuse("listBookDays", { from: addDays(TODAY, -40) });
    await refuse("listBookDays", { from: TODAY, to: DAY });
    await refuse("listBookMonths", { from: addDays(TODAY, -95) });
    expect((await call("listBookDays", { query: { app_id: "999999" } })).status).toBe(404);
  });
});

let line = 0;
const row = (change: object = {}) => {
  line += 1;
  return { line, date: DAY, amount: 150_000, direction: "in", text: "Transfer", ...change };
};
const complete = [{ from: addDays(DAY, -5), to: addDays(DAY, 8) }];
const post = (rows: readonly object[], more: object = {}) =>
  call("compareStatement", {
    body: { provider: "telebirr", account_number: SHOP.number, rows, complete, ...more },
  });
const points = async (id: string) => (await call("readStatement", { params: { id } })).body.points;
const issues = async () => {
  const { handler } = await import("../../../functions/platform/list-errors.ts");
  const { body } = await invoke(handler, listErrors, { principal: user });
  return body.data.map(({ kind, objects }: { kind: string; objects: { id: string }[] }) => [
    kind,
    objects.map(({ id }) => id),
  ]);
};
const differences = async () =>
  (await eventsIn(engine.table))
    .map((text) => JSON.parse(text))
    .filter(({ type, data }) => type === "books.difference" && data.object.member === user.userId);

describe("statements: platform/compare-statement platform/read-statement platform/list-statements platform/settle-point platform/list-book-accounts", () => {
  it("find the missing and the reversed payment, report both, and publish one event", async () => {
    await openShop();
    await book(whole("DKK3A7B9X1"));
    const missing = await book(whole("DKK3A7B9X2", 70_000));
    const reversed = await book(whole("DKK3A7B9X3", 80_000));
    const { body } = await post([
      row({ text: "From 0911 DKK3A7B9X1" }),
      row({ amount: 80_000, reference: "DKK3A7B9X3" }),
      row({ amount: 80_000, direction: "out", text: "Reversal DKK3A7B9X3" }),
      row({ amount: 575, direction: "out", text: "Service charge" }),
      row({ amount: 42_000, date: addDays(DAY, 1), text: "Cash" }),
    ]);
    expect(body).toMatchObject({
      from: DAY,
      to: addDays(DAY, 1),
      rows: 5,
      agreed: { count: 2, amount: 230_000 },
      reversed: { count: 1, amount: 80_000 },
      missing: { count: 1, amount: 70_000 },
      unknown: { count: 1, amount: 42_000 },
      other: { count: 1, amount: 575 },
      money_in: { count: 3, amount: 272_000 },
      open_points: 3,
      repeated: false,
    });
    expect(await points(body.id)).toMatchObject([
      { kind: "missing", checkout_id: missing, paid_amount: 70_000, booked_amount: null },
      { kind: "reversed", checkout_id: reversed, booked_amount: 80_000 },
      { kind: "unknown", checkout_id: null, booked_amount: 42_000, paid_amount: null },
    ]);
    expect(new Map(await issues())).toEqual(
      new Map([
        ["payment_missing", [missing]],
        ["payment_reversed", [reversed]],
      ]),
    );
    const [event, ...others] = await differences();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ app_id: null, data: { object: { id: body.id } } });
    expect(event.data.object.new_points).toHaveLength(3);
    const stored = JSON.stringify(await call("readStatement", { params: { id: body.id } }));
    expect(stored).not.toContain("Service charge");
  });

  it("replace the result of the same rows in any order, and stay quiet about known points", async () => {
    await openShop();
    await book(whole("DKK3A7B9X1"));
    const rows = [row({ amount: 1_000 }), row({ amount: 2_000 })];
    const first = await post(rows);
    const params = { id: first.body.id };
    const [{ id: point }] = await points(first.body.id);
    const body = { point, note: "It was cash" };
    expect((await call("settlePoint", { params, body })).status).toBe(200);
    const again = await post(rows.toReversed());
    expect(again.body).toMatchObject({ id: first.body.id, repeated: true, open_points: 2 });
    expect((await points(first.body.id))[0].settled).toMatchObject({ note: "It was cash" });
    expect(await differences()).toHaveLength(1);
    expect((await call("listStatements")).body.data).toHaveLength(1);
  });

  it("settle a point once, with its member, and take it out of Errors", async () => {
    await openShop();
    await book(whole("DKK3A7B9X1"));
    const { id } = (await post([row({ amount: 1_000 })])).body;
    const [{ id: point }] = await points(id);
    expect(await issues()).toHaveLength(1);
    const settle = (note: string, wanted = point) =>
      call("settlePoint", { params: { id }, body: { point: wanted, note } });
    expect((await settle("Refunded")).body).toMatchObject({ open_points: 1 });
    expect((await settle("Another note")).body).toMatchObject({ open_points: 1 });
    const [settled] = await points(id);
    expect(settled.settled).toMatchObject({ member: user.userId, note: "Refunded" });
    expect(await issues()).toEqual([]);
    expect((await settle("x", "missing nothing")).status).toBe(404);
  });

  it("settle a missing payment when a later statement shows it", async () => {
    await openShop();
    const checkout = await book(whole("DKK3A7B9X1"));
    const first = (await post([row({ amount: 1_000 })])).body;
    expect(first.missing.count).toBe(1);
    const second = (await post([row({ text: "DKK3A7B9X1", date: addDays(DAY, 3) })])).body;
    expect(second).toMatchObject({ agreed: { count: 1 }, open_points: 0 });
    const [found] = await points(first.id);
    expect(found).toMatchObject({
      checkout_id: checkout,
      settled: { member: null, note: second.id },
    });
    expect(await issues()).toEqual([]);
    // And the first one again does not accuse it anew.
    expect((await post([row({ amount: 1_001 })])).body).toMatchObject({
      missing: { count: 0 },
      waiting: { confirmed_before: 1 },
    });
  });

  it("accuse no payment of days that are not covered, too young, or of another account", async () => {
    await openShop();
    const yesterday = addDays(TODAY, -1);
    await book(whole("DKK3A7B9X1"));
    await book({ ...whole("DKK3A7B9X2"), day: yesterday });
    await book({ ...whole("DKK3A7B9X3"), account: "251900000009" });
    const none = await post([row({ amount: 1 })], { complete: [] });
    expect(none.body).toMatchObject({ missing: { count: 0 }, waiting: { not_covered: 1 } });
    const young = await post([row({ amount: 1, date: yesterday })], {
      complete: [{ from: addDays(yesterday, -1), to: bankingDayAfter(yesterday) }],
    });
    expect(young.body).toMatchObject({ missing: { count: 0 }, waiting: { too_soon: 1 } });
  });

  it("count one account of two apps once, and keep it from members of one app", async () => {
    await openShop();
    const { accountId } = shop;
    const second = await createMerchant(engine.table, { accountId });
    await book(whole("DKK3A7B9X1"));
    await book(whole("DKK3A7B9X2"), second);
    const { body } = await post([row({ text: "DKK3A7B9X1" }), row({ text: "DKK3A7B9X2" })]);
    expect(body.agreed.count).toBe(2);
    const accounts = await call("listBookAccounts");
    expect(accounts.body.data).toMatchObject([
      { app_ids: [shop.appId, second.appId], last_statement: { id: body.id, open_points: 0 } },
    ]);
  });

  it("refuse another account, days that are too old or to come, and more than 5,000 rows", async () => {
    await openShop();
    expect((await post([row()], { account_number: "251900000077" })).status).toBe(404);
    expect((await post([row({ date: addDays(TODAY, -91) })])).status).toBe(400);
    expect((await post([row({ date: addDays(TODAY, 9) })])).status).toBe(400);
    expect((await post([])).status).toBe(400);
    const many = Array.from({ length: 5_001 }, () => row());
    expect((await post(many)).status).toBe(400);
    expect((await post(many.slice(1))).status).toBe(200);
    expect(
      (await call("readStatement", { params: { id: "stm_00000000000000000000000000" } })).status,
    ).toBe(404);
  });
});
