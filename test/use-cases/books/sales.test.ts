import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { addDays, dayOf, startOfDay } from "../../../lib/contract/days.ts";
import { compareStatementBody } from "../../../lib/contract/schemas/books.ts";
import { type App, changeAppWrite, listApps } from "../../../lib/store/apps.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { getStatementDetails } from "../../../lib/store/books.ts";
import { stateKey, termsKey } from "../../../lib/store/checkout-item.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { getClaim } from "../../../lib/store/claims.ts";
import { putReversal } from "../../../lib/store/notices.ts";
import { transact } from "../../../lib/store/transact.ts";
import { pairedWrite } from "../../../lib/store/users.ts";
import { visibleStatements } from "../../../lib/use-cases/books/accounts.ts";
import { compare } from "../../../lib/use-cases/books/compare.ts";
import { sellFromStatement } from "../../../lib/use-cases/books/sell.ts";
import { type BooksSetup, openBooks, walletStatement, whole } from "../../support/filled-tables.ts";
import { createMerchant, SHOP } from "../../support/merchant.ts";
import { createUser } from "../../support/users.ts";

let books: BooksSetup;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.engine.stop());

const now = Date.now();
const { row, compareRows, unknownOf, sell } = walletStatement(() => books);

describe("money of a statement", () => {
  it("is sold by its day and a digest where it has no reference, and both steps are in the audit log", async () => {
    await books.openShop();
    const date = addDays(dayOf(now), -3);
    await books.book({ ...whole("SOLD000001", 700), day: addDays(date, -3) });
    await books.book({ ...whole("SOLD000002", 300), day: date });
    const rows = [
      ...[row({ line: 9, date }), row({ line: 8, date, amount: 501 })],
      row({ line: 1, date, amount: 300, reference: "SOLD000002" }),
      row({ line: 2, date, amount: 300, direction: "out", text: "Reversal SOLD000002" }),
    ];
    const complete = [{ from: addDays(date, -9), to: addDays(date, 3) }];
    const { statement } = await compareRows(rows, { complete });
    const { table } = books.engine;
    const { accountId } = books.user;
    const { points } = await getStatementDetails(table, accountId, statement.id, now);
    const sellAt = (point: string | undefined) => sell(statement.id, point, "N".repeat(500));
    const others = points.filter(({ kind }) => kind !== "unknown");
    expect(others.map(({ kind }) => kind)).toEqual(["missing", "reversed"]);
    for (const id of [...others.map((one) => one.id), "unknown nothing"])
      expect((await sellAt(id)).body).toMatchObject({
        ...{ status: 404, detail: "There is no such point." },
      });
    const unknown = points.find(({ line }) => line === 9);
    const { status, body } = await sellAt(unknown?.id);
    expect([status, body.description]).toEqual([201, "N".repeat(500)]);
    const reference = new RegExp(`^ROW-${date.replaceAll("-", "")}-[0-9A-F]{12}$`);
    expect((await getCheckout(table, body.id))?.payments).toMatchObject([
      { reference: expect.stringMatching(reference) },
    ]);
    const { data } = await listAudit(table, accountId, { limit: 10, internal: true }, now);
    const log = data.filter(({ objectId }) => objectId === body.id);
    expect(log.map(({ action, note }) => [action, note]).toSorted()).toEqual([
      ["checkout.approved", "N".repeat(500)],
      ["checkout.created", undefined],
    ]);
    expect((await sellAt(unknown?.id)).body.detail).toBe("This point is already settled.");
  });
});

describe("money that two statements show", () => {
  const date = addDays(dayOf(now), -1);
  const equal = () => [row({ line: 1, date }), row({ line: 2, date })];
  const openPoints = async (id: string) =>
    (await unknownOf(id)).filter(({ settled }) => settled === null);

  it("is sold once, and a comparison later shows only the money that was not sold", async () => {
    await books.openShop();
    const first = (await compareRows(equal())).statement.id;
    const second = (await compareRows([...equal(), row({ line: 3, date, amount: 7 })])).statement
      .id;
    const [{ id: point = "" } = {}] = await openPoints(first);
    const sold = await sell(first, point);
    const again = await sell(second, point);
    expect([sold.status, again.status, again.body.id]).toEqual([201, 201, sold.body.id]);
    expect((await openPoints(second)).map(({ id }) => id)).not.toContain(point);
    const third = await compareRows([...equal(), row({ line: 4, date, amount: 9 })]);
    expect(third.statement.totals).toMatchObject({ agreed: { count: 1 }, unknown: { count: 2 } });
    expect(await openPoints(third.statement.id)).toMatchObject([{ booked: 500 }, { booked: 9 }]);
  });

  it("is sold once by two members at the same time", async () => {
    await books.openShop();
    const { id } = (await compareRows([row()])).statement;
    const [point] = await unknownOf(id);
    const answers = await Promise.all([sell(id, point?.id), sell(id, point?.id)]);
    const sold = answers.filter(({ status }) => status === 201);
    expect(new Set(sold.map(({ body }) => body.id)).size).toBe(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
  });

  it("with one reference in two rows is sold once, and the other row stays open", async () => {
    await books.openShop();
    const rows = equal().map((one) => ({ ...one, reference: "FT26320TWICE" }));
    const { id } = (await compareRows(rows)).statement;
    const [one, other] = await openPoints(id);
    expect((await sell(id, one?.id)).status).toBe(201);
    expect((await sell(id, other?.id)).body.detail).toBe(
      "This reference has paid for another checkout.",
    );
    expect(await openPoints(id)).toMatchObject([{ id: other?.id }]);
  });
});

describe("money that an earlier statement had", () => {
  const date = addDays(dayOf(now), -1);

  it("is still that of its sale in a shop that also takes manual payments, so that only newer money can be sold", async () => {
    const accounts = { telebirr: SHOP, manual: { name: SHOP.name, number: "CASH-DESK-1" } };
    books.shop = await createMerchant(books.engine.table, { accounts });
    books.user = await createUser(books.engine.table, books.shop.accountId);
    const { id } = (await compareRows([row({ date })])).statement;
    expect((await sell(id, (await unknownOf(id))[0]?.id)).status).toBe(201);
    // The bank lists the newest first.
    await books.book({ ...whole("SOLD000003", 500), day: date });
    const { statement } = await compareRows([row({ date }), row({ line: 2, date })]);
    expect(statement.totals).toMatchObject({ agreed: { count: 2 }, unknown: { count: 0 } });
  });

  // One in ten of telebirr's references has no digit.
  it.each([
    ["FT26320SALE5", "FT26320SALE6"],
    ["DKKSEXIRLP", "DKKKCKOVBV"],
  ])(
    "is still that of its payment where others are found by their references since: %s",
    async (reference, found) => {
      await books.openShop();
      await books.book({ ...whole("DKR1AB2CF1", 500), day: date });
      await books.book({ ...whole(found, 300), day: date });
      const own = row({ date, reference });
      const named = row({ line: 2, date, amount: 300, reference: found });
      expect((await compareRows([own])).statement.totals.agreed.count).toBe(1);
      for (const rows of [[own, named], [named, own, row({ line: 3, date, amount: 7 })], [own]]) {
        const { statement } = await compareRows(rows);
        expect((await unknownOf(statement.id)).map(({ booked }) => booked)).not.toContain(500);
        expect(statement.totals.agreed.count).toBe(Math.min(rows.length, 2));
      }
    },
  );
});

describe("money that was reversed is not sold,", () => {
  it("if the statement shows it", async () => {
    await books.openShop();
    const reference = "FT26320SALE5";
    const back = row({ line: 2, direction: "out", text: `Reversal ${reference}` });
    const { id } = (await compareRows([row({ reference }), back])).statement;
    const { status, body } = await sell(id, (await unknownOf(id))[0]?.id);
    expect([status, body.detail]).toEqual([409, expect.stringContaining("reversed this payment")]);
  });

  it("if a message of the statement's bank says so: the sale waits for a person", async () => {
    await books.openShop();
    const { accountId } = books.user;
    const about = { accountId, amounts: [500], receivedAt: Date.now() };
    const put = (provider: "telebirr" | "mpesa", reference: string) =>
      putReversal(books.engine.table, { ...about, provider, reference, hash: reference });
    await put("telebirr", "DKR1AB2CF4");
    await put("mpesa", "DKR1AB2CF5");
    const rows = [
      row({ reference: "TRF DKR1AB2CF4" }),
      row({ amount: 501, reference: "DKR1AB2CF5" }),
    ];
    const { id } = (await compareRows(rows)).statement;
    const points = await unknownOf(id);
    const answers = await Promise.all(points.map((point) => sell(id, point.id)));
    expect(answers.map(({ status }) => status)).toEqual([409, 201]);
    expect(answers[0]?.body.detail).toContain("this payment was reversed. Review the sale");
    expect((await sell(id, points[0]?.id)).body.detail).toContain("Decide about that one first");
  });
});

describe("a member who works with some apps sells no money of another app,", () => {
  const reference = "DKR1AB2CF3";
  const limited = async () => {
    await books.openShop();
    const { accountId, appId } = books.shop;
    const accounts = { cbe: { name: "Bank", number: "1000200300401" } };
    // Which had the wallet before.
    const before = await createMerchant(books.engine.table, { accountId, accounts });
    books.user = { ...books.user, role: "manager", apps: [appId] };
    return before;
  };
  const OF_ANOTHER_APP = { code: "conflict", message: expect.stringContaining("Another app") };

  it("which had the account before, and compares no statement of its days", async () => {
    const before = await limited();
    const date = addDays(dayOf(now), -6);
    await books.book({ ...whole(reference, 500), day: date }, before);
    for (const day of [date, addDays(date, 1)])
      await expect(compareRows([row({ date: day })])).rejects.toMatchObject(OF_ANOTHER_APP);
    const later = await compareRows([row({ date: addDays(date, 4) })]);
    expect(later.statement.totals.unknown.count).toBe(1);
    books.user = { ...books.user, apps: null };
    const { totals, appIds } = (await compareRows([row({ date })])).statement;
    expect(totals).toMatchObject({ agreed: { count: 1 }, unknown: { count: 0 } });
    expect(appIds).toEqual([before.appId]);
    const rows = [row({ date: addDays(date, 4), text: "Another" })];
    expect((await compareRows(rows)).statement.appIds).toEqual([before.appId]);
    books.user = { ...books.user, apps: [books.shop.appId] };
    await expect(compareRows(rows)).rejects.toMatchObject(OF_ANOTHER_APP);
  });

  it("but sees and compares again statements that show none of it, whatever rows that app has sold", async () => {
    const other = await limited();
    const { user } = books;
    books.user = { ...user, apps: null };
    const account = { provider: "cbe", account_number: "1000200300401" };
    // Without this account: the sold row may be of any.
    const third = await createMerchant(books.engine.table, {
      accountId: user.accountId,
      accounts: { cbe_birr: { name: "Wallet", number: "251911000043" } },
    });
    for (const [appId, amount] of [
      [other.appId, 700],
      [third.appId, 800],
    ] as const) {
      const rows = [row({ amount, reference: `${reference}${amount}` })];
      const theirs = compareStatementBody.parse({ ...account, rows });
      const { id } = (await compare(books.user, theirs, now)).statement;
      const [{ id: point = "" } = {}] = await unknownOf(id);
      await sellFromStatement(books.user, { statementId: id, point, appId, note: "Seen", now });
    }
    const { statement } = await compareRows([row()]);
    books.user = user;
    expect(await visibleStatements(user, [statement])).toEqual([statement]);
    expect((await compareRows([row()])).repeated).toBe(true);
  });

  it("and that has come since the comparison", async () => {
    const before = await limited();
    const date = addDays(dayOf(now), -1);
    const account = { provider: "telebirr", account_number: SHOP.number };
    const body = compareStatementBody.parse({ ...account, rows: [row({ date })] });
    const { id } = (await compare(books.user, body, startOfDay(date) + 1)).statement;
    await books.book({ ...whole(reference, 500), day: date }, before);
    const [{ id: point = "" } = {}] = await unknownOf(id);
    const sale = { statementId: id, point, appId: books.shop.appId, note: "Seen", now };
    await expect(sellFromStatement(books.user, sale)).rejects.toMatchObject({
      ...{ code: "conflict", message: expect.stringContaining("compare the statement again") },
    });
  });
});

describe("what a bank prints as the reference of many rows", () => {
  const days = [addDays(dayOf(now), -9), addDays(dayOf(now), -2)] as const;
  const soldOn = async (date: string, reference: string) => {
    const { id } = (await compareRows([row({ date, reference })])).statement;
    const [point] = await unknownOf(id);
    return sell(id, point?.id);
  };

  it.each(["TRANSFER", "Cash deposit", "TT-12"])(
    "sells each of them if it is no reference: %j",
    async (reference) => {
      await books.openShop();
      const [one, other] = [await soldOn(days[0], reference), await soldOn(days[1], reference)];
      expect([one.status, other.status]).toEqual([201, 201]);
      expect(one.body.id).not.toBe(other.body.id);
      const shown = [one, other].map(({ body }) => body.payments[0].reference.slice(0, 12));
      expect(shown).toEqual(days.map((day) => `ROW-${day.replaceAll("-", "")}`));
    },
  );
});

it("the sale of a row with a reference takes no other row of the day on which it was made", async () => {
  await books.openShop();
  const date = addDays(dayOf(now), -6);
  const { id } = (await compareRows([row({ date, reference: "FT26320SALE7" })])).statement;
  const [point] = await unknownOf(id);
  expect((await sell(id, point?.id)).body.payments[0].paid_at).toBe(
    new Date(`${date}T00:00:00+03:00`).toISOString(),
  );
  const today = await compareRows([row({ text: "Cash" })]);
  expect(today.statement.totals).toMatchObject({ agreed: { count: 0 }, unknown: { count: 1 } });
  const again = await compareRows([row({ date, line: 4, reference: "FT26320SALE7" })]);
  expect(again.statement.totals).toMatchObject({ agreed: { count: 1 }, unknown: { count: 0 } });
});

it("is sold for the amount of its row where the app asks for distinct amounts", async () => {
  await books.openShop();
  const { table } = books.engine;
  const [app] = (await listApps(table, books.user.accountId, { limit: 1 })).data;
  const asks = changeAppWrite(app as App, { distinctAmounts: true });
  await transact(table, [pairedWrite(books.user.accountId, true), asks]);
  const first = (await compareRows([row({ reference: "FT26320CENTS" })])).statement.id;
  const second = (await compareRows([row({ line: 2, reference: "FT26320CENTS" })])).statement.id;
  const sold = await sell(first, (await unknownOf(first))[0]?.id);
  expect([sold.status, sold.body.amount]).toEqual([201, 500]);
  const again = await sell(second, (await unknownOf(second))[0]?.id);
  expect([again.status, again.body.id]).toEqual([201, sold.body.id]);
});

describe("a reference that another checkout has", () => {
  it.each<[string, typeof termsKey, string, unknown]>([
    ["in review", stateKey, "status", "review"],
    ["verified by its receipt", stateKey, "review", null],
    ["of another app", termsKey, "appId", 999_999],
    ["of another amount", termsKey, "amount", 501],
    ["in another currency", termsKey, "currency", "USD"],
  ])("sells nothing if that one is %s", async (_, keyOf, field, value) => {
    await books.openShop();
    const { client, name: TableName } = books.engine.table;
    const openIn = async (line: number) => {
      const rows = [row({ line, reference: "FT26320TAKEN" })];
      const { id } = (await compareRows(rows)).statement;
      return [id, (await unknownOf(id))[0]?.id] as const;
    };
    const [first, second] = [await openIn(1), await openIn(2)];
    const { body: sold } = await sell(...first);
    const change = {
      ...{ TableName, Key: keyOf(sold.id), UpdateExpression: "SET #field = :value" },
      ...{ ExpressionAttributeNames: { "#field": field } },
      ExpressionAttributeValues: { ":value": value },
    };
    await client.send(new UpdateCommand(change));
    const detail =
      value === "review"
        ? "Another checkout has this reference. Decide about that one first."
        : "This reference has paid for another checkout.";
    expect((await sell(...second)).body).toMatchObject({ status: 409, detail });
    expect(await unknownOf(second[0])).toMatchObject([{ settled: null }]);
  });
});

describe("the reference of money that is sold", () => {
  it.each([
    ["-", "ROW-", []],
    ["N/A", "ROW-", []],
    ["…?!", "ROW-", []],
    ["\ufdfa".repeat(64), "ROW-", []],
    ["12345", "ROW-", []],
    ["AB1234", "AB1234", []],
    ["DKRABHJWMQ", "DKRABHJWMQ", ["telebirr:DKRABHJWMQ"]],
    ["Txn: dkr1ab2cd3.", "TXN-DKR1AB2CD3", ["telebirr:DKR1AB2CD3"]],
    ["FT26320SALE9\\BNK", "FT26320SALE9-BNK", ["cbe:FT26320SALE9", "boa:FT26320SALE9"]],
  ])(
    "%j is claimed for each bank that may have issued it, or names its day",
    async (given, start, claims) => {
      await books.openShop();
      const { statement } = await compareRows([row({ reference: given })]);
      const [point] = await unknownOf(statement.id);
      const { status, body } = await sell(statement.id, point?.id);
      expect([status, body.status]).toEqual([201, "verified"]);
      expect(body.payments[0].reference.startsWith(start)).toBe(true);
      const scope = { accountId: books.user.accountId, mode: "live" } as const;
      for (const key of claims)
        expect(await getClaim(books.engine.table, scope, key)).toBe(body.id);
    },
  );
});
