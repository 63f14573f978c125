import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayOf } from "../../../lib/contract/days.ts";
import { compareStatementBody } from "../../../lib/contract/schemas/books.ts";
import type { BookEntry, BookedPayment } from "../../../lib/domain/books.ts";
import { newId } from "../../../lib/domain/ids.ts";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import type { BookPayment, Comparison } from "../../../lib/domain/statement-facts.ts";
import type { StatementPoint } from "../../../lib/domain/statement-points.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import { changeAppWrite, getAppWithMethods } from "../../../lib/store/apps.ts";
import {
  type ComparedStatement,
  getStatement,
  getStatementDetails,
  statementWrites,
} from "../../../lib/store/books.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { transact } from "../../../lib/store/transact.ts";
import {
  followPoints,
  paymentsTo,
  presentAccount,
  receivingAccount,
  receivingAccounts,
  resolvePointWrites,
  settleEarlier,
  visibleStatements,
} from "../../../lib/use-cases/books/accounts.ts";
import { compare } from "../../../lib/use-cases/books/compare.ts";
import { presentCheckout } from "../../../lib/use-cases/checkouts/present.ts";
import { approveCheckout } from "../../../lib/use-cases/verification/decisions.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { type BooksSetup, openBooks } from "../../support/filled-tables.ts";
import { accountWrite, createMerchant, SHOP } from "../../support/merchant.ts";
import { comparedStatement } from "../../support/read-specimens.ts";
import { createUser } from "../../support/users.ts";
import { open, receiptOf, submitted } from "../../support/verification.ts";

const NOW = Date.now();
const ACCOUNT = { provider: "telebirr", accountNumber: SHOP.number } as const;

let books: BooksSetup;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.engine.stop());

it("a transfer to another bank is booked at the account whose number its receipt shows, though it names no bank", async () => {
  const cbe = { name: SHOP.name, number: "1000200300401" };
  const boa = { name: SHOP.name, number: "95511722" };
  books.shop = await createMerchant(books.engine.table, { accounts: { cbe, boa } });
  books.user = await createUser(books.engine.table, books.shop.accountId);
  const state = await submitted(await open(books.shop), "FT26320OTHER", "cbe");
  const receiver = { institution: null, name: null, account: boa.number };
  const receipt = receiptOf("FT26320OTHER", { provider: "cbe", receiver });
  const { checkout } = await settleAttempt(state, { kind: "receipt", receipt });
  expect(presentCheckout(checkout, NOW).payments).toMatchObject([
    { reason: "receiver_unconfirmed", payment_method: null },
  ]);
  await approveCheckout({
    ...{ load: async () => checkout, by: books.user.userId, reason: "It is there" },
    ...{ sequence: checkout.sequence, now: NOW, alongside: () => [] },
  });
  const row = { line: 1, date: dayOf(NOW), amount: 150_000, direction: "in", text: "Transfer" };
  const account = { provider: "boa", account_number: boa.number, rows: [row] };
  const { statement } = await compare(books.user, compareStatementBody.parse(account), NOW);
  expect(statement.totals).toMatchObject({ agreed: { count: 1 }, unknown: { count: 0 } });
});

it.each([
  ["its bank shows", "cbe"],
  ["the wallet that paid shows", "telebirr"],
] as const)(
  "a receipt that %s with a masked number of two accounts names neither, so that no row of either is sold again",
  async (_, provider) => {
    const cbe = { name: SHOP.name, number: "1000200300401" };
    const twin = { name: SHOP.name, number: "1000955110401" };
    books.shop = await createMerchant(books.engine.table, { accounts: { cbe } });
    books.user = await createUser(books.engine.table, books.shop.accountId);
    await transact(books.engine.table, [accountWrite(books.shop, "cbe", twin)]);
    const reference = provider === "cbe" ? "FT26320TWINS" : "DKR1TW2NSX";
    const state = await submitted(await open(books.shop), reference, provider);
    const receiver = { institution: "cbe", name: SHOP.name, account: "1****0401" } as const;
    const receipt = receiptOf(reference, { provider, receiver });
    const { checkout } = await settleAttempt(state, { kind: "receipt", receipt });
    expect(presentCheckout(checkout, NOW)).toMatchObject({
      ...{ status: "verified", payments: [{ payment_method: null }] },
    });
    const row = { line: 1, date: dayOf(NOW), amount: 150_000, direction: "in", text: "Transfer" };
    for (const { number } of [cbe, twin]) {
      const account = { provider: "cbe", account_number: number, rows: [row] };
      const { statement } = await compare(books.user, compareStatementBody.parse(account), NOW);
      expect(statement.totals).toMatchObject({ agreed: { count: 1 }, unknown: { count: 0 } });
    }
  },
);

describe("the payments to an account", () => {
  const AT = Date.parse("2026-11-20T22:00:00Z");
  const payment = (change: Partial<BookedPayment> = {}): BookedPayment => ({
    ...{ provider: "telebirr", reference: "R1", accountProvider: "telebirr" },
    ...{ accountNumber: "+251900000001", payerName: null, amount: 500, paidAt: null },
    ...change,
  });
  const unknown = { accountNumber: null };
  it.each<[string, Partial<BookedPayment>, object | null]>([
    ["its number in another spelling", {}, { isAccountKnown: true, day: "2026-11-21" }],
    ["its time", { paidAt: AT - 3_600_000 * 2 }, { isAccountKnown: true, day: "2026-11-20" }],
    ["its number at another bank", { accountProvider: "cbe" }, null],
    ["another number", { accountNumber: "251900000002" }, null],
    ["the receipt of another bank to this account", { provider: "cbe" }, { isAccountKnown: true }],
    ["no number, by the same bank", unknown, { isAccountKnown: false }],
    ["no number, typed in", { ...unknown, provider: "manual" }, { isAccountKnown: false }],
    ["no number, by another bank", { ...unknown, provider: "cbe" }, { isAccountKnown: false }],
    ["another number, typed in", { accountNumber: "251900000002", provider: "manual" }, null],
    ["no amount", { amount: 0 }, null],
    ["no amount and no number", { ...unknown, amount: 0 }, null],
  ])("are, or are not, those with %s", (_, change, expected) => {
    const one = payment(change);
    const entry = { checkoutId: "co_1", at: AT, payments: [one] } as unknown as BookEntry;
    const id = `co_1 ${one.provider} R1`;
    const wanted = { id, reference: "R1", amount: 500, ...expected };
    expect(paymentsTo(ACCOUNT, entry)).toMatchObject(expected === null ? [] : [wanted]);
  });
});

describe("a receiving account", () => {
  async function add(appId: number, provider: ProviderId, accountNumber: string) {
    const kiosk = { name: "Kiosk", number: accountNumber };
    const { accountId } = books.shop;
    await transact(books.engine.table, [accountWrite({ accountId, appId }, provider, kiosk)]);
  }

  it("is listed once with all of its apps, by bank and number, to who works with all of them", async () => {
    await books.openShop();
    const { accountId, appId: one } = books.shop;
    const accounts = { telebirr: SHOP, cbe: { name: "Bank", number: "1000200300401" } };
    const second = await createMerchant(books.engine.table, { accountId, accounts });
    const two = second.appId;
    const all = await receivingAccounts(books.user);
    expect(all).toEqual([
      { provider: "cbe", accountNumber: "1000200300401", accountName: "Bank", appIds: [two] },
      { ...ACCOUNT, accountName: SHOP.name, appIds: [one, two] },
    ]);
    const limited = (apps: number[]) => receivingAccounts({ ...books.user, apps });
    expect(await limited([two])).toEqual(all.slice(0, 1));
    expect(await limited([one])).toEqual([]);
    expect(await limited([one, two])).toEqual(all);
    const statements = [
      { ...comparedStatement(accountId, "usr_1"), id: "stm_1" },
      { ...comparedStatement(accountId, "usr_1"), id: "stm_2", provider: "cbe" as const },
      { ...comparedStatement(accountId, "usr_1"), id: "stm_3", accountNumber: "1000200300401" },
      {
        ...{ ...comparedStatement(accountId, "usr_1"), id: "stm_4", provider: "cbe" as const },
        accountNumber: "1000200300401",
      },
      {
        ...{ ...comparedStatement(accountId, "usr_1"), id: "stm_5", provider: "cbe" as const },
        ...{ accountNumber: "1000200300401", appIds: [one, two] },
      },
    ];
    const visible = async (apps: number[] | null) =>
      (await visibleStatements({ ...books.user, apps }, statements)).map(({ id }) => id);
    expect(await visible(null)).toEqual(["stm_1", "stm_2", "stm_3", "stm_4", "stm_5"]);
    expect(await visible([one, two])).toEqual(["stm_1", "stm_4", "stm_5"]);
    expect(await visible([two])).toEqual(["stm_4"]);
    const shown = {
      ...{ object: "book_account", provider: "cbe", account_number: "1000200300401" },
      ...{ account_name: "Bank", app_ids: [two] },
    };
    const [bank] = all;
    if (bank === undefined) throw new Error("no account");
    const last = { id: "stm_4", to: statements[3]?.to, open_points: 0 };
    expect(presentAccount(bank, statements)).toEqual({ ...shown, last_statement: last });
    expect(presentAccount(bank, statements.slice(0, 3))).toEqual({
      ...shown,
      last_statement: null,
    });
  });

  it("that a deleted app had as well is listed to who works with the others", async () => {
    await books.openShop();
    const { table } = books.engine;
    const { accountId, appId: one } = books.shop;
    const accounts = { telebirr: SHOP, cbe: { name: "Bank", number: "1000200300401" } };
    const { appId: two } = await createMerchant(table, { accountId, accounts });
    const listed = async () =>
      (await receivingAccounts({ ...books.user, apps: [one] })).map(({ provider }) => provider);
    expect(await listed()).toEqual([]);
    const found = await getAppWithMethods(table, accountId, two);
    if (found === null) throw new Error("no app");
    await transact(table, [changeAppWrite(found.app, { deletedAt: NOW })]);
    expect(await listed()).toEqual(["telebirr"]);
  });

  it("is found by its number, or by its mask where no other one ends alike", async () => {
    await books.openShop();
    await add(books.shop.appId, "cbe", SHOP.number);
    const find = (number: string) => receivingAccount(books.user, "telebirr", number);
    expect(await find(`+${SHOP.number}`)).toMatchObject(ACCOUNT);
    const mask = `*****${SHOP.number.slice(-4)}`;
    expect(await find(mask)).toMatchObject(ACCOUNT);
    await expect(find("251900000002")).rejects.toMatchObject({
      ...{ code: "not_found", message: "There is no such receiving account." },
    });
    await add(books.shop.appId, "telebirr", `25191111${SHOP.number.slice(-4)}`);
    await expect(find(mask)).rejects.toMatchObject({ code: "conflict" });
    expect(await find(SHOP.number)).toMatchObject(ACCOUNT);
  });
});

describe("a point of a statement", () => {
  const point = (checkoutId: string | null, change: Partial<StatementPoint> = {}) => {
    const payment = checkoutId === null ? null : `${checkoutId} telebirr R1`;
    const facts = { kind: "missing" as const, payment, reference: "R1", among: 1, settled: null };
    const sides = { paid: 1, paidOn: null, booked: null, bookedOn: null, line: null };
    const made: StatementPoint = { ...facts, ...sides, id: "", ...change };
    return { ...made, id: change.id ?? `${made.kind} ${made.payment}` };
  };
  const settled = { by: "usr_1", at: NOW, note: "Seen" };
  const marks = async (id: string) => [
    ...((await getCheckout(books.engine.table, id))?.unconfirmed ?? []),
  ];
  const issues = async () => {
    const { table } = books.engine;
    const filter = { accountId: books.user.accountId };
    const { data } = await listIssues(table, filter as never, { limit: 50 }, NOW);
    for (const { appId } of data) expect(appId).toBe(books.shop.appId);
    return data.map(({ kind, objectId }) => `${kind} ${objectId}`).toSorted();
  };
  const follow = (points: readonly StatementPoint[], before: readonly StatementPoint[] = []) => {
    const appOf = new Map(points.map(({ payment }) => [payment ?? "", books.shop.appId]));
    return followPoints(books.user.accountId, appOf, points, before, NOW);
  };

  it("marks the payment and is in Errors, of its app, until the bank confirms it", async () => {
    await books.openShop();
    const ids: string[] = [];
    for (let made = 0; made < 6; made++) ids.push((await open(books.shop)).id);
    const [missing = "", reversed = "", guessed = "", differing = "", done = "", fine = ""] = ids;
    const points = [
      point(missing),
      point(reversed, { kind: "reversed" }),
      point(guessed, { among: 2 }),
      point(differing, { kind: "amounts_differ" }),
      point(null, { kind: "unknown" }),
      point(done, { settled }),
    ];
    await follow(points);
    const marked = async () => Promise.all(ids.map(async (id) => (await marks(id)).length));
    expect(await marks(missing)).toEqual(["telebirr:R1"]);
    expect(await marked()).toEqual([1, 1, 0, 0, 1, 0]);
    const found = [`payment_missing ${missing}`, `payment_reversed ${reversed}`].toSorted();
    expect(await issues()).toEqual(found);
    await follow([...points, point(fine)], points);
    expect(await marked()).toEqual([1, 1, 0, 0, 1, 1]);
    await follow([point(reversed, { kind: "reversed" })], [...points, point(fine)]);
    expect(await marked()).toEqual([0, 1, 0, 0, 0, 0]);
    expect(await issues()).toEqual([`payment_reversed ${reversed}`]);
  });

  it("of a long statement is followed, too", async () => {
    await books.openShop();
    const many = Array.from({ length: 41 }, (_, index) => point(`co_${index}`));
    await follow(many);
    expect(await issues()).toHaveLength(41);
  });

  it("is settled out of Errors, unless another open one of its checkout and kind keeps it there", () => {
    const other = (change: Partial<StatementPoint>) => point("co_1", { id: "other", ...change });
    const resolve = (one: StatementPoint, ...points: readonly StatementPoint[]) =>
      resolvePointWrites("acc_1", one, [one, ...points]);
    const one = point("co_1", { settled });
    const removed = [{ label: "issue", remove: expect.anything() }];
    expect(resolve(one)).toEqual(removed);
    expect(resolve(one, other({}))).toEqual([]);
    expect(resolve(one, other({ kind: "reversed" }))).toEqual(removed);
    expect(resolve(one, other({ settled }))).toEqual(removed);
    expect(resolve(one, other({ among: 2 }))).toEqual(removed);
    expect(resolve(one, point("co_2"))).toEqual(removed);
    expect(resolve(one, point(null, { kind: "missing" }))).toEqual(removed);
    expect(resolve(point(null, { kind: "missing" }))).toEqual([]);
    expect(resolve(point("co_1", { kind: "amounts_differ" }))).toEqual([]);
    expect(resolve(point("co_1", { kind: "unknown" }))).toEqual([]);
  });

  it("is settled by a later statement that shows its payment, and by none that reverses it", async () => {
    await books.openShop();
    const { table } = books.engine;
    const { accountId, userId } = books.user;
    const ids: string[] = [];
    for (let made = 0; made < 4; made++) ids.push((await open(books.shop)).id);
    const [found = "", taken = "", guessed = "", absent = ""] = ids;
    const points = [
      ...[point(found), point(taken), point(guessed, { among: 2 }), point(absent)],
      point(found, { kind: "reversed" }),
      point(found, { id: "done", settled }),
      point(null, { kind: "unknown" }),
    ];
    await follow(points);
    const statement: ComparedStatement = {
      ...{ ...comparedStatement(accountId, userId), openCount: 6, comparedAt: NOW },
    };
    const details = { points, confirmed: ["x"] };
    await transact(table, statementWrites(statement, details, 0));
    const quiet: ComparedStatement = { ...statement, id: newId("stm_", NOW, randomBytes(10)) };
    const kept = { points: [point(absent)], confirmed: [] };
    await transact(table, statementWrites(quiet, kept, 0));
    const payment = (id: string): BookPayment => ({
      ...{ id: `${id} telebirr R1`, reference: "R1", amount: 1, day: "2026-11-20" },
      isAccountKnown: true,
    });
    const pair = (id: string) => ({ payment: payment(id), row: {} as never, among: 1 });
    const comparison = {
      agreed: [pair(found), pair(taken), pair(guessed)],
      reversed: [pair(taken)],
    } as unknown as Comparison;
    const later = { ...statement, id: "stm_later", comparedAt: NOW + 5 };
    await settleEarlier(accountId, later, comparison, [
      { statement, details },
      { statement: quiet, details: kept },
    ]);
    const by = { by: null, at: NOW + 5, note: "stm_later" };
    const stored = await getStatementDetails(table, accountId, statement.id, NOW);
    expect(stored).toEqual({
      confirmed: ["x"],
      points: points.map((one, index) =>
        index === 0 || index === 2 ? { ...one, settled: by } : one,
      ),
    });
    const written = { openCount: 4, version: 2 };
    expect(await getStatement(table, accountId, statement.id, NOW)).toMatchObject(written);
    expect(await getStatement(table, accountId, quiet.id, NOW)).toMatchObject({ version: 1 });
    expect(await marks(taken)).toEqual(["telebirr:R1"]);
    expect(await issues()).toEqual(
      [
        `payment_missing ${absent}`,
        `payment_missing ${taken}`,
        `payment_reversed ${found}`,
      ].toSorted(),
    );
  });
});
