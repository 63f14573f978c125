import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../../lib/contract/days.ts";
import { listBookEntries, readStatement } from "../../../lib/contract/routes/platform-books.ts";
import { listErrors } from "../../../lib/contract/routes/platform-insight.ts";
import { bankingDayAfter } from "../../../lib/domain/banking-days.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { takeRate } from "../../../lib/store/rate-limits.ts";
import { transact } from "../../../lib/store/transact.ts";
import {
  approvalLimitWrite,
  changeUserWrite,
  getUser,
  teamWrites,
} from "../../../lib/store/users.ts";
import { type BooksSetup, DAY, openBooks, TODAY, whole } from "../../support/filled-tables.ts";
import { invoke, proxyEvent } from "../../support/function-calls.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { eventsIn } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";
import { newAccountId } from "../../support/webhook-run.ts";

let books: BooksSetup;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.engine.stop());
const call: BooksSetup["call"] = (...args) => books.call(...args);
const book: BooksSetup["book"] = (...args) => books.book(...args);

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
  const { listErrors: handler } = await import("../../../functions/platform/insight.ts");
  const { body } = await invoke(handler, listErrors, { principal: books.user });
  return body.data.map(({ kind, objects }: { kind: string; objects: { id: string }[] }) => [
    kind,
    objects.map(({ id }) => id),
  ]);
};
const differences = async () =>
  (await eventsIn(books.engine.table))
    .map((text) => JSON.parse(text))
    .filter(
      ({ type, data }) => type === "books.difference" && data.object.member === books.user.userId,
    );

describe("statements: platform/compare-statement platform/read-statement platform/list-statements platform/settle-point platform/sell-point platform/list-book-accounts", () => {
  it("show an accountant masked numbers only, who compares by them, and exports them", async () => {
    await books.openShop();
    await book(whole("DKK3A7B9M1"));
    const shown = `*****${SHOP.number.slice(-4)}`;
    const { accountId, userId } = books.user;
    const accountant = { accountId, userId, role: "accountant", apps: null, joinedAt: 1 } as const;
    const team = { accountId, ownUserId: userId, version: 0, rows: [], invitations: [] };
    const members = [{ ...accountant, endedAt: null, offer: null }];
    await transact(books.engine.table, teamWrites(team, { members }));
    books.user = { ...books.user, role: "accountant" };
    const { data } = (await call("listBookAccounts")).body;
    const telebirr = data.find(({ provider }: { provider: string }) => provider === "telebirr");
    expect(telebirr.account_number).toBe(shown);
    const { body: statement } = await post([row({ text: "From 0911 DKK3A7B9M1" })], {
      account_number: shown,
    });
    expect(statement).toMatchObject({ account_number: shown, agreed: { count: 1 } });
    const { listBookEntries: handler } = await import("../../../functions/platform/books.ts");
    const query = { format: "csv", from: DAY, to: DAY };
    const event = proxyEvent(listBookEntries, { principal: books.user, query });
    const csv = await handler(event, { getRemainingTimeInMillis: () => 10_000 } as never);
    expect(csv.body).toContain(`,${shown},`);
    expect(csv.body).not.toContain(SHOP.number.slice(2));
    const days = await call("listBookDays", { query: { from: DAY, to: DAY } });
    expect(JSON.stringify(days.body)).not.toContain(SHOP.number.slice(2));
    expect(JSON.stringify(days.body)).toContain(shown);
  });

  it("find the missing and the reversed payment, report both, and publish one event", async () => {
    await books.openShop();
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
    expect(event).toMatchObject({ app_id: books.shop.appId, data: { object: { id: body.id } } });
    expect(event.data.object.new_points).toHaveLength(3);
    const stored = JSON.stringify(await call("readStatement", { params: { id: body.id } }));
    expect(stored).not.toContain("Service charge");
  });

  it("replace the result of the same rows in any order, and stay quiet about known points", async () => {
    await books.openShop();
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
    await books.openShop();
    await book(whole("DKK3A7B9X1"));
    const { id } = (await post([row({ amount: 1_000 })])).body;
    const [{ id: point }] = await points(id);
    expect(await issues()).toHaveLength(1);
    const settle = (note: string, wanted = point) =>
      call("settlePoint", { params: { id }, body: { point: wanted, note } });
    expect((await settle("Refunded")).body).toMatchObject({ open_points: 1 });
    expect(await settle("Another note")).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await settle("Refunded")).body).toMatchObject({ open_points: 1 });
    const [settled] = await points(id);
    expect(settled.settled).toMatchObject({ member: books.user.userId, note: "Refunded" });
    expect(await issues()).toEqual([]);
    expect((await settle("x", "missing nothing")).status).toBe(404);
  });

  it("refuse the note of a member who was not the first to settle a point, even the same one", async () => {
    await books.openShop();
    const { id } = (await post([row({ amount: 1_000 })])).body;
    const [{ id: point }] = await points(id);
    const { settlePoint: settle } = await import("../../../lib/use-cases/books/sheets.ts");
    await settle({ ...books.user, userId: "usr_2" }, id, { point, note: "Rent" }, Date.now());
    for (const note of ["Rent", "Wages"])
      expect(await call("settlePoint", { params: { id }, body: { point, note } })).toMatchObject({
        ...{ status: 409, body: { detail: expect.stringContaining("Your note was not kept") } },
      });
    expect(await points(id)).toMatchObject([{ settled: { member: "usr_2", note: "Rent" } }]);
  });

  it("show what the members who settled are called, by their phone as the team sees it, or that they are unknown", async () => {
    await books.openShop();
    const { table } = books.engine;
    const { user } = books;
    const { id } = (await post([1, 2, 3, 4].map((amount) => row({ amount })))).body;
    const all = await points(id);
    const named = await createUser(table, newAccountId());
    const stored = await getUser(table, named.userId);
    if (stored === null) throw new Error("no user");
    await transact(table, [changeUserWrite(stored, { name: "Almaz" })]);
    const { settlePoint: settle } = await import("../../../lib/use-cases/books/sheets.ts");
    const who = [named.userId, user.userId, "usr_gone"];
    for (const [index, userId] of who.entries()) {
      const principal = { ...user, userId };
      const body = { point: all[index].id, note: "Cash" };
      await settle(principal, id, body, Date.now());
    }
    const shown = await points(id);
    expect(shown.map((one: { settled: object | null }) => one.settled)).toMatchObject([
      { member: named.userId, member_name: "Almaz" },
      { member: user.userId, member_name: "*****0000" },
      { member: "usr_gone", member_name: null },
      null,
    ]);
    const { readStatement: handler } = await import("../../../functions/platform/books.ts");
    const exported = { principal: user, params: { id }, query: { format: "csv" } };
    const event = proxyEvent(readStatement, exported);
    const { body: csv } = await handler(event, { getRemainingTimeInMillis: () => 10_000 } as never);
    for (const by of [`${named.userId},Almaz`, `${user.userId},*****0000`, "usr_gone,"])
      expect(csv).toContain(`,${by},20`);
  });

  it("stay in Errors until the last missing payment of a checkout is settled or found", async () => {
    await books.openShop();
    const parts = ["DKK3A7B9P1", "DKK3A7B9P2", "DKK3A7B9P3"];
    await book({ payments: parts.map((reference) => ({ reference, amount: 50_000 })) });
    const { id } = (await post([row({ amount: 1_000 })])).body;
    const [first] = await points(id);
    const body = { point: first.id, note: "Refunded" };
    expect((await call("settlePoint", { params: { id }, body })).body.open_points).toBe(3);
    expect(await issues()).toHaveLength(1);
    const show = (reference: string | undefined) =>
      post([row({ amount: 50_000, text: reference, date: addDays(DAY, 3) })]);
    expect((await show(parts[1])).body.agreed.count).toBe(1);
    expect(await issues()).toHaveLength(1);
    await show(parts[2]);
    expect(await issues()).toEqual([]);
  });

  it("keep who compared, exported and settled in the audit log", async () => {
    await books.openShop();
    await book(whole("DKK3A7B9A1"));
    const { id } = (await post([row({ amount: 1_000 })])).body;
    const [{ id: point }] = await points(id);
    const { readStatement: handler } = await import("../../../functions/platform/books.ts");
    const query = { format: "csv" };
    const event = proxyEvent(readStatement, { principal: books.user, params: { id }, query });
    const answer = await handler(event, { getRemainingTimeInMillis: () => 10_000 } as never);
    expect(answer.body).toContain("DKK3A7B9A1");
    const body = { point, note: "Refunded" };
    await call("settlePoint", { params: { id }, body });
    const { accountId, userId } = books.user;
    const { data } = await listAudit(books.engine.table, accountId, { limit: 10 }, Date.now());
    const entries = new Map(data.map((entry) => [entry.action, entry]));
    for (const action of ["statement.compared", "statement.exported", "statement.point_settled"]) {
      expect(entries.get(action)).toMatchObject({ actor: userId, objectId: id });
    }
    expect(entries.get("statement.point_settled")).toMatchObject({ note: "Refunded" });
  });

  it("settle a missing payment when a later statement shows it", async () => {
    await books.openShop();
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
    await books.openShop();
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
    await books.openShop();
    const { accountId } = books.shop;
    const second = await createMerchant(books.engine.table, { accountId });
    await book(whole("DKK3A7B9X1"));
    await book(whole("DKK3A7B9X2"), second);
    const { body } = await post([row({ text: "DKK3A7B9X1" }), row({ text: "DKK3A7B9X2" })]);
    expect(body.agreed.count).toBe(2);
    const accounts = await call("listBookAccounts");
    expect(accounts.body.data).toMatchObject([
      {
        app_ids: [books.shop.appId, second.appId],
        last_statement: { id: body.id, open_points: 0 },
      },
    ]);
  });

  it("refuse another account, days that are too old or to come, and more than 5,000 rows", async () => {
    await books.openShop();
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

  it("make unknown money a verified sale for one credit, once, whose reference pays for nothing else", async () => {
    await books.openShop();
    const rows = [
      row({ reference: "FT26320SALE1" }),
      row({ amount: 500, reference: "FT26320SALE1" }),
    ];
    const { id } = (await post(rows)).body;
    const [first, second] = await points(id);
    const sell = (point: { id: string }) =>
      call("sellPoint", {
        params: { id },
        body: { point: point.id, app_id: books.shop.appId, note: "Paid at the counter" },
      });
    const sold = await sell(first);
    expect(sold.body).toMatchObject({
      status: "verified",
      amount: 150_000,
      review: { decided_by: books.user.userId, note: "Paid at the counter" },
    });
    expect((await points(id))[0].settled).toMatchObject({ note: sold.body.id });
    expect((await sell(first)).status).toBe(409);
    const again = await sell(second);
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
    expect((await points(id))[1].settled).toBeNull();
    // Compared again, the sale is a payment of the books.
    expect((await post([row({ reference: "FT26320SALE1" })])).body.agreed.count).toBe(1);
  });

  it("cover no days that are to come, and none in another currency", async () => {
    await books.openShop();
    const forever = { complete: [{ from: "2000-01-01", to: "2999-12-31" }] };
    const dollars = await post([row({ amount: 1 })], { ...forever, currency: "USD" });
    expect(dollars.body.complete).toEqual([
      { from: addDays(TODAY, -91), to: bankingDayAfter(TODAY) },
    ]);
    const years = [
      { from: "2000-01-01", to: "2019-12-31" },
      { from: "2900-01-01", to: "2999-12-31" },
    ];
    expect((await post([row({ amount: 2 })], { complete: years })).body.complete).toEqual([]);
    await book(whole("DKK3A7B9X1"));
    expect((await post([row({ amount: 1 })], { complete: [] })).body).toMatchObject({
      missing: { count: 0 },
      waiting: { not_covered: 1 },
    });
  });

  it("are compared 200 times a day at most", async () => {
    await books.openShop();
    const policy = { name: "statements", limit: 200, windowSeconds: 86_400 };
    const { accountId } = books.user;
    for (let count = 0; count < 199; count++) {
      await takeRate(books.engine.table, policy, accountId, Date.now());
    }
    expect((await post([row()])).status).toBe(200);
    const beyond = await post([row()]);
    expect([beyond.status, beyond.body.code]).toEqual([429, "rate_limited"]);
  });

  it("let a manager make no sale above the approval limit of rows that they wrote themselves", async () => {
    await books.openShop();
    const { accountId, userId } = books.user;
    const member = { accountId, userId, role: "manager", apps: null, joinedAt: 1 } as const;
    const team = { accountId, ownUserId: userId, version: 0, rows: [], invitations: [] };
    const members = [{ ...member, endedAt: null, offer: null }];
    await transact(books.engine.table, [
      ...teamWrites(team, { members }),
      approvalLimitWrite(accountId, 10_000),
    ]);
    books.user = { ...books.user, role: "manager" };
    const rows = [row({ amount: 10_001, text: "Cash" }), row({ amount: 10_000, text: "Cash" })];
    const { id } = (await post(rows)).body;
    const sell = async (amount: number) => {
      const all: { id: string; booked_amount: number }[] = await points(id);
      const point = all.find((one) => one.booked_amount === amount)?.id;
      const body = { point, app_id: books.shop.appId, note: "Paid at the counter" };
      return call("sellPoint", { params: { id }, body });
    };
    const above = await sell(10_001);
    expect([above.status, above.body.code]).toEqual([403, "forbidden"]);
    expect((await sell(10_000)).body).toMatchObject({ status: "verified", amount: 10_000 });
  });
});
