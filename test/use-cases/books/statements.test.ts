import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, dayOf } from "../../../lib/contract/days.ts";
import { compareStatementBody } from "../../../lib/contract/schemas/books.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { StatementPoint } from "../../../lib/domain/statement-points.ts";
import {
  digestOf,
  getStatement,
  getStatementDetails,
  leaveRoom,
  listStatements,
  statementsAround,
  statementWrites,
} from "../../../lib/store/books.ts";
import { unpackText } from "../../../lib/store/shape.ts";
import { isRefused, transact } from "../../../lib/store/transact.ts";
import { compare, differenceWrites } from "../../../lib/use-cases/books/compare.ts";
import { pointsCsv, presentPoint } from "../../../lib/use-cases/books/present-statement.ts";
import { type BooksSetup, openBooks, whole } from "../../support/filled-tables.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { comparedStatement } from "../../support/read-specimens.ts";
import { eventsIn } from "../../support/table.ts";

let books: BooksSetup;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.engine.stop());

const KEPT_MS = 400 * 86_400_000;
const POINT: StatementPoint = {
  ...{
    id: "missing co_0000000001 telebirr R1",
    kind: "missing",
    payment: "co_0000000001 telebirr R1",
  },
  ...{ reference: "R1", paid: 150, paidOn: "2026-11-19", booked: null, bookedOn: null },
  ...{ line: null, among: 2, settled: null },
};
const UNKNOWN: StatementPoint = {
  ...{ id: "unknown 1", kind: "unknown", payment: null, reference: null, paid: null },
  ...{ paidOn: null, booked: 5, bookedOn: "2026-11-20", line: 7, among: 1 },
  settled: { by: "usr_1", at: Date.parse("2026-11-21T10:00:00Z"), note: "Cash" },
};

describe("the points of a statement", () => {
  it("are shown, and exported with amounts as decimals", () => {
    expect([POINT, UNKNOWN].map(presentPoint)).toEqual([
      {
        ...{ object: "book_point", id: POINT.id, kind: "missing", checkout_id: "co_0000000001" },
        ...{ reference: "R1", paid_amount: 150, paid_on: "2026-11-19", booked_amount: null },
        ...{ booked_on: null, line: null, among: 2, settled: null },
      },
      {
        ...{ object: "book_point", id: "unknown 1", kind: "unknown", checkout_id: null },
        ...{ reference: null, paid_amount: null, paid_on: null, booked_amount: 5 },
        ...{ booked_on: "2026-11-20", line: 7, among: 1 },
        settled: { member: "usr_1", at: "2026-11-21T10:00:00.000Z", note: "Cash" },
      },
    ]);
    const later = { ...UNKNOWN, settled: { by: null, at: 0, note: "stm_2" } };
    const names = new Map([["usr_1", "Almaz"]]);
    const csv = pointsCsv(comparedStatement("acc_1", "usr_1"), [POINT, UNKNOWN, later], names);
    expect(csv.split("\r\n")).toEqual([
      "kind,paid_on,paid_amount,booked_on,booked_amount,currency,reference,checkout,line,among,settled_by,settled_by_name,settled_at,note",
      "missing,2026-11-19,1.50,,,ETB,R1,co_0000000001,,2,,,,",
      "unknown,,,2026-11-20,0.05,ETB,,,7,1,usr_1,Almaz,2026-11-21T13:00:00+03:00,Cash",
      "unknown,,,2026-11-20,0.05,ETB,,,7,1,,,1970-01-01T03:00:00+03:00,stm_2",
      "",
    ]);
  });

  it("are in one live event, a hundred of them at most, and none without a new one", async () => {
    await books.openShop();
    const { accountId, userId } = books.user;
    const statement = comparedStatement(accountId, userId);
    const apps = { ofAccount: [1001], of: new Map([[POINT.payment ?? "", 1001]]) };
    expect(differenceWrites(statement, [], apps, 1)).toEqual([]);
    const many = Array.from({ length: 101 }, (_, index) => ({ ...POINT, id: `p${index}` }));
    await transact(books.engine.table, differenceWrites(statement, many, apps, Date.now()));
    const events = (await eventsIn(books.engine.table)).map((text) => JSON.parse(text));
    const [event] = events.filter(({ data }) => data.object.id === statement.id);
    expect(event).toMatchObject({ type: "books.difference", livemode: true, app_id: 1001 });
    const ids = event.data.object.new_points.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(many.slice(0, 100).map(({ id }) => id));
  });
});

describe("the points of a bank account", () => {
  const sent = (ofAccount: readonly number[], points: readonly StatementPoint[]) => {
    const of = new Map(points.map(({ payment }) => [payment ?? "", Number(payment?.slice(-4))]));
    const statement = comparedStatement("acc_1", "usr_1");
    const writes = differenceWrites(statement, points, { ofAccount, of }, Date.now());
    return writes.flatMap(({ put: { Item = {} } = {} }) => {
      if (Item.entity !== "event") return [];
      const { app_id: appId, data } = JSON.parse(unpackText(Item.body));
      expect(Item.appId).toBe(appId);
      return [[appId, ...data.object.new_points.map(({ id }: { id: string }) => id)]];
    });
  };
  const of = (appId: number) => ({ ...POINT, id: `of ${appId}`, payment: `co_1 cbe ${appId}` });

  it("are sent to each app in its own event: its payments, and unknown money on its account", () => {
    const points = [of(1001), of(1002), UNKNOWN];
    // The third has no such account (any more), the fourth no new point.
    expect(sent([1001, 1002], [...points, of(1003)])).toEqual([
      [1001, "of 1001", UNKNOWN.id],
      [1002, "of 1002", UNKNOWN.id],
      [1003, "of 1003"],
    ]);
    expect(sent([1004], [of(1003)])).toEqual([[1003, "of 1003"]]);
  });

  it("are sent to at most forty apps, so that one transaction holds the events", () => {
    const all = Array.from({ length: 45 }, (_, index) => 2000 + index);
    expect(sent(all, [UNKNOWN]).map(([appId]) => appId)).toEqual(all.slice(0, 40));
  });
});

describe("a stored statement", () => {
  const store = async (change: object = {}, before = 0) => {
    const { table } = books.engine;
    const { accountId, userId } = books.user;
    const statement = { ...comparedStatement(accountId, userId), ...change };
    const details = { points: [POINT], confirmed: ["x"] };
    const commit = await transact(table, statementWrites(statement, details, before));
    return { statement, details, commit, table, accountId };
  };

  it("is kept for 400 days after it was compared, with its points, and found by its days", async () => {
    await books.openShop();
    const { statement, details, table, accountId } = await store();
    const { id, comparedAt, provider, accountNumber, from, to } = statement;
    const all = async (now: number) => [
      await getStatement(table, accountId, id, now),
      await getStatementDetails(table, accountId, id, now),
      ...(await listStatements(table, accountId, { limit: 5 }, now)).data,
      ...(await statementsAround(table, accountId, { provider, accountNumber }, { from, to }, now)),
    ];
    const end = Math.ceil((comparedAt + KEPT_MS) / 1000) * 1000;
    expect(await all(end - 1)).toEqual([statement, details, statement, statement]);
    expect(await all(end)).toEqual([null, { points: [], confirmed: [] }]);
  });

  it("is written once, then only after the version that was read", async () => {
    await books.openShop();
    const { statement, commit, table, accountId } = await store();
    expect(commit.committed).toBe(true);
    const again = await store(statement);
    expect(isRefused(again.commit, "statement")).toBe(true);
    expect((await store({ ...statement, version: 2 }, 5)).commit.committed).toBe(false);
    expect((await store({ ...statement, version: 2 }, 1)).commit.committed).toBe(true);
    expect((await getStatement(table, accountId, statement.id, 0))?.version).toBe(2);
  });

  it("is listed with the latest days first, by a cursor for this account alone", async () => {
    await books.openShop();
    const ids: string[] = [];
    for (const ms of [1, 2, 3]) {
      const id = newId("stm_", ms * 86_400_000, randomBytes(10));
      ids.push((await store({ id })).statement.id);
    }
    const { table } = books.engine;
    const { accountId } = books.user;
    const page = await listStatements(table, accountId, { limit: 2 }, 0);
    expect(page.data.map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
    const next = { limit: 2, cursor: page.nextCursor ?? "" };
    expect((await listStatements(table, accountId, next, 0)).data).toHaveLength(1);
    const other = listStatements(table, "acc_other", next, 0);
    await expect(other).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("remembers its payments by twelve letters each", () => {
    expect(digestOf("a")).toMatch(/^[\w-]{12}$/);
    expect(digestOf("a")).not.toBe(digestOf("b"));
  });
});

/** A Saturday, before a Monday that is a banking day. */
const NOW = Date.parse("2026-11-21T09:00:00Z");
const TODAY = dayOf(NOW);
const DAY = addDays(TODAY, -20);
const row = (change: object = {}) => ({
  ...{ line: 1, date: DAY, amount: 500, direction: "in", text: "Transfer", ...change },
});
const compareRows = (rows: readonly object[], more: object = {}, now = NOW) =>
  compare(
    books.user,
    compareStatementBody.parse({
      ...{ provider: "telebirr", account_number: SHOP.number, rows, ...more },
    }),
    now,
  );
const EVER = { complete: [{ from: "2000-01-01", to: "2999-12-31" }] };

describe("a comparison", () => {
  it("has the same id for the same rows in any order, and another one for anything else", async () => {
    await books.openShop();
    const { accountId } = books.shop;
    const accounts = { cbe: SHOP, mpesa: SHOP };
    await createMerchant(books.engine.table, { accountId, accounts });
    const rows = [row(), row({ line: 2 })];
    const idOf = async (some: readonly object[], more: object = {}) =>
      (await compareRows(some, more)).statement.id;
    const first = await idOf(rows);
    expect(await idOf(rows.toReversed())).toBe(first);
    const others = [
      await idOf([row()]),
      await idOf([row(), row({ line: 3 })]),
      await idOf([row(), row({ line: 2, date: addDays(DAY, -1) })]),
      await idOf([row(), row({ line: 2, amount: 501 })]),
      await idOf([row(), row({ line: 2, direction: "out" })]),
      await idOf([row(), row({ line: 2, text: "Other" })]),
      await idOf([row(), row({ line: 2, reference: "R1" })]),
      await idOf(rows, { currency: "USD" }),
      await idOf(rows, { provider: "cbe" }),
    ];
    await books.openShop();
    others.push(await idOf(rows));
    expect(new Set([first, ...others]).size).toBe(1 + others.length);
  });

  it.each<[string, readonly object[], string | null]>([
    ["the first day that is kept", [row({ date: addDays(TODAY, -89) })], null],
    ["a day before", [row({ date: addDays(TODAY, -90) }), row()], "begin at 2026-08-24"],
    ["the next banking day", [row({ date: addDays(TODAY, 2) })], null],
    ["a day after it", [row(), row({ date: addDays(TODAY, 3) })], "in the future"],
    ["both", [row({ date: addDays(TODAY, 2) }), row({ date: addDays(TODAY, -89) })], null],
  ])("takes, or refuses, rows of %s", async (_, rows, refusal) => {
    const comparing = compareRows(rows.map((one, line) => ({ ...one, line: line + 1 })));
    if (refusal === null) await expect(comparing).resolves.toMatchObject({ repeated: false });
    else
      await expect(comparing).rejects.toMatchObject({
        code: "invalid_request",
        extras: { errors: [{ path: "rows", message: expect.stringContaining(refusal) }] },
      });
  });

  it("covers a single day that it is said to cover", async () => {
    const complete = [{ from: DAY, to: DAY }];
    const { statement } = await compareRows([row({ text: "single" })], { complete });
    expect(statement.complete).toEqual(complete);
  });

  it("looks for payments of a month before its rows, to a day after them", async () => {
    await books.openShop();
    const at = (reference: string, day: string, more: object = {}) =>
      books.book({ ...whole(reference, 500), day, ...more });
    await at("OLDER00001", addDays(DAY, -32));
    await at("MONTH00001", addDays(DAY, -31));
    await at("NEXT000001", addDays(DAY, 1));
    await at("AFTER00001", addDays(DAY, 2));
    await at("REJECT0001", DAY, { type: "checkout.rejected" });
    const several = { second: { account: "251900000009", confirmed: false } };
    await at("LATE000001", addDays(DAY, 15), several);
    const references = ["OLDER00001", "MONTH00001", "NEXT000001", "AFTER00001"];
    const named = [...references, "REJECT0001", "LATE000001"];
    const rows = named.map((reference, line) => row({ line: line + 1, reference }));
    const { statement } = await compareRows(rows, EVER);
    const { points } = await getStatementDetails(
      books.engine.table,
      books.user.accountId,
      statement.id,
      NOW,
    );
    const unknown = points.map(({ kind, reference }) => [kind, reference]);
    expect(unknown).toEqual([
      ["unknown", "OLDER00001"],
      ["unknown", "AFTER00001"],
      ["unknown", "REJECT0001"],
    ]);
    const dollars = await compareRows(rows, { currency: "USD" });
    expect(dollars.statement.totals.agreed.count).toBe(0);
    const early = [row({ date: addDays(DAY, -17), reference: "LATE000001" })];
    expect((await compareRows(early)).statement.totals.agreed.count).toBe(0);
  });

  it("keeps a thousand points, and counts those that it leaves out", async () => {
    await books.openShop();
    const rows = Array.from({ length: 1_001 }, (_, line) =>
      row({ line: line + 1, amount: line + 1 }),
    );
    const { statement } = await compareRows(rows);
    expect([statement.openCount, statement.leftOutCount]).toEqual([1_000, 1]);
    const again = await compareRows([row()]);
    expect([again.repeated, again.statement.version]).toEqual([false, 1]);
    const third = await compareRows([row()]);
    expect([third.repeated, third.statement.version]).toEqual([true, 2]);
  });
});

describe("the notes of a statement", () => {
  /** Text that compresses little. */
  const noteOf = (length: number) => randomBytes(length).toString("base64").slice(0, length);

  const amharicOf = (length: number) =>
    Array.from(randomBytes(length), (byte) => String.fromCharCode(0x1200 + byte)).join("");

  it("may be short at all of its thousand points, and long while there is room", async () => {
    await books.openShop();
    const { accountId, userId } = books.user;
    const { table } = books.engine;
    const statement = { ...comparedStatement(accountId, userId), comparedAt: Date.now() };
    const store = async (longNotes: number, shortNotes: number) => {
      const points = Array.from({ length: 1_000 }, (_, index) => {
        const length = index < longNotes ? 500 : 40;
        const isSettled = index < longNotes + shortNotes;
        const settled = isSettled ? { by: userId, at: 1, note: noteOf(length) } : null;
        return { ...UNKNOWN, id: `unknown ${index}`, settled };
      });
      const before = await getStatement(table, accountId, statement.id, Date.now());
      const version = before?.version ?? 0;
      const next = { ...statement, version: version + 1 };
      const commit = await transact(
        table,
        statementWrites(next, { points, confirmed: [] }, version),
      );
      expect(commit.committed).toBe(true);
    };
    const settle = (note: string) => {
      const body = { point: "unknown 999", note };
      return books.call("settlePoint", { params: { id: statement.id }, body });
    };
    await store(850, 149);
    const refused = { status: 409, body: { detail: expect.stringContaining("40 characters") } };
    expect(await settle(noteOf(41))).toMatchObject(refused);
    expect((await settle(noteOf(40))).status).toBe(200);
    await store(600, 0);
    expect((await settle(noteOf(500))).status).toBe(200);
  });

  describe("in statements of the same days that have no room for all of them", () => {
    const rows = Array.from({ length: 1_000 }, (_, line) =>
      row({ line: line + 1, amount: line + 1 }),
    );
    const [low, high] = [rows.slice(0, 500), rows.slice(500)];
    beforeEach(() => books.openShop());

    /** Compares rows, and writes long notes to the points of 500 of them. */
    async function noteHalf(compared: typeof rows, from: number) {
      const { statement } = await compareRows(compared);
      const { accountId, id } = statement;
      const details = await getStatementDetails(books.engine.table, accountId, id, NOW);
      const points = details.points.map((point) => {
        const isIn = Number(point.booked) > from && Number(point.booked) <= from + 500;
        return isIn ? { ...point, settled: { by: "usr_1", at: 1, note: amharicOf(400) } } : point;
      });
      expect(leaveRoom({ ...details, points })).toBe(true);
      const next = { ...statement, version: statement.version + 1 };
      const writes = statementWrites(next, { ...details, points }, statement.version);
      await transact(books.engine.table, writes);
    }

    /** How long the notes are, by the half of the rows, once these rows were compared again. */
    async function lengthsIn(compared: typeof rows) {
      const { statement } = await compareRows(compared);
      const { accountId, id } = statement;
      const { points } = await getStatementDetails(books.engine.table, accountId, id, NOW);
      const lengths = (isLow: boolean) =>
        points
          .filter(({ booked }) => Number(booked) <= 500 === isLow)
          .map(({ settled }) => settled?.note.length ?? 0);
      return [[...new Set(lengths(true))], [...new Set(lengths(false))]];
    }

    it("are cut in a further statement, and stay in full where they were written", async () => {
      await noteHalf(low, 0);
      await noteHalf(high, 500);
      expect(await lengthsIn(rows)).toEqual([[40], [40]]);
      expect(await lengthsIn(low)).toEqual([[400], []]);
      expect(await lengthsIn(high)).toEqual([[], [400]]);
    });

    it("are cut only if they are others' notes", async () => {
      await noteHalf(rows, 0);
      await noteHalf(high, 500);
      expect(await lengthsIn(rows)).toEqual([[400], [40]]);
    });
  });
});
