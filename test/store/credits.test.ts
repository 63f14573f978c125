import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { QueryCommand } from "../../lib/cloud/dynamodb.ts";
import { getBalance } from "../../lib/store/credit-shards.ts";
import {
  captureWrites,
  hasLedgerEntry,
  type LedgerRow,
  listLedger,
  noticeWrite,
} from "../../lib/store/credits.ts";
import { sealCursor } from "../../lib/store/cursor.ts";
import { getItems } from "../../lib/store/get-items.ts";
import { transact } from "../../lib/store/transact.ts";
import { grantCredits } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
let made = 0;
beforeAll(async () => {
  engine = await startTable();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine?.stop());

const newAccount = () => `acc_${++made}`;
const entry = (
  accountId: string,
  kind: LedgerRow["kind"],
  credits: number,
  more: Partial<LedgerRow> = {},
): LedgerRow => ({
  id: `led_${String(++made).padStart(4, "0")}`,
  accountId,
  kind,
  credits,
  source: "test",
  note: null,
  createdAt: 1_000,
  ...more,
});
const change = (...args: Parameters<typeof entry>) => grantCredits(engine.table, entry(...args));
const capture = (accountId: string) =>
  transact(engine.table, captureWrites(entry(accountId, "capture", 1), { shard: 0, draw: null }));
const balance = (accountId: string) => getBalance(engine.table, accountId);
const ledger = (accountId: string, limit = 100, cursor?: string) =>
  listLedger(engine.table, accountId, { limit, cursor });

describe("the balance", () => {
  it("is empty before the first grant, and refuses captures", async () => {
    const account = newAccount();
    expect(await balance(account)).toEqual({ granted: 0, captured: 0, available: 0 });
    expect(await capture(account)).toMatchObject({ refusals: [{ kind: "credits" }] });
    expect((await ledger(account)).data).toEqual([]);
  });

  it("is granted minus captured credits, and never below zero", async () => {
    const account = newAccount();
    await change(account, "grant", 1);
    await change(account, "grant", 1);
    expect(await balance(account)).toEqual({ granted: 2, captured: 0, available: 2 });
    expect(await capture(account)).toEqual({ committed: true });
    expect(await balance(account)).toEqual({ granted: 2, captured: 1, available: 1 });
    await capture(account);
    expect(await capture(account)).toMatchObject({ refusals: [{ kind: "credits" }] });
    expect(await balance(account)).toEqual({ granted: 2, captured: 2, available: 0 });
    expect((await ledger(account)).data).toHaveLength(4);
  });

  it("can be adjusted down to zero, but not below", async () => {
    const account = newAccount();
    await change(account, "grant", 5);
    expect(await change(account, "adjust", -6)).toMatchObject({
      refusals: [{ kind: "credits" }],
    });
    expect(await balance(account)).toEqual({ granted: 5, captured: 0, available: 5 });
    expect(await change(account, "adjust", -5)).toEqual({ committed: true });
    expect(await balance(account)).toEqual({ granted: 0, captured: 0, available: 0 });
    // The balance is there: only what takes away needs enough of it.
    expect(await change(account, "adjust", 3)).toEqual({ committed: true });
    expect(await balance(account)).toEqual({ granted: 3, captured: 0, available: 3 });
  });

  it("can't be adjusted down for an account without grants", async () => {
    const account = newAccount();
    expect(await change(account, "adjust", -1)).toMatchObject({
      refusals: [{ kind: "credits" }],
    });
    expect(await balance(account)).toEqual({ granted: 0, captured: 0, available: 0 });
  });

  it("is read once, strongly consistent", async () => {
    const account = newAccount();
    await change(account, "grant", 1);
    const send = vi.spyOn(engine.table.client, "send");
    await balance(account);
    expect(send.mock.calls.map(([command]) => command.input)).toMatchObject([
      { ConsistentRead: true },
    ]);
  });
});

describe("the ledger", () => {
  it("stores an entry once: a repeated grant changes nothing, and is found by a strongly consistent read", async () => {
    const account = newAccount();
    const grant = entry(account, "grant", 7);
    await grantCredits(engine.table, grant);
    expect(await grantCredits(engine.table, grant)).toMatchObject({
      refusals: [{ kind: "ledger" }],
    });
    expect(await balance(account)).toMatchObject({ granted: 7, available: 7 });
    const send = vi.spyOn(engine.table.client, "send");
    const { id } = grant;
    expect(await hasLedgerEntry(engine.table, account, ["led_none", id])).toBe(true);
    expect(await hasLedgerEntry(engine.table, account, ["led_none"])).toBe(false);
    const inputs = send.mock.calls.map(([command]) => command.input);
    const consistent = { ConsistentRead: true };
    expect(inputs).toMatchObject([consistent, consistent, consistent]);
  });

  it("and the balance are where the check of a whole table finds them", async () => {
    const account = newAccount();
    const grant = entry(account, "grant", 7);
    await grantCredits(engine.table, grant);
    const { Items } = await engine.table.client.send(
      new QueryCommand({
        TableName: engine.table.name,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": `CRD#${account}` },
      }),
    );
    expect(Items).toMatchObject([
      { sk: "BALANCE", entity: "credits", accountId: account, available: 7 },
      { sk: `LED#${grant.id}`, entity: "ledger", accountId: account, credits: 7 },
    ]);
  });

  it("lists an account's entries, newest first, page by page", async () => {
    const [account, stranger] = [newAccount(), newAccount()];
    const entries = [
      entry(account, "grant", 7, { note: "welcome", source: "sign-up" }),
      entry(account, "adjust", -2),
      entry(account, "grant", 1),
    ];
    for (const one of entries) await grantCredits(engine.table, one);
    await change(stranger, "grant", 9);
    const first = await ledger(account, 2);
    expect(first.data).toEqual([entries[2], entries[1]]);
    const rest = await ledger(account, 2, first.nextCursor ?? "");
    expect(rest.data).toEqual([entries[0]]);
    expect(rest.nextCursor).toBeNull();
    // A cursor is good for its own list only.
    await expect(ledger(stranger, 2, first.nextCursor ?? "")).rejects.toThrow();
    const ofOtherList = await sealCursor(engine.table, { pk: "A", sk: "A" }, ["", account]);
    await expect(ledger(account, 2, ofOtherList)).rejects.toThrow();
  });
});

it("an owner is told of low credits once, and again after a grant", async () => {
  const account = newAccount();
  const tell = (type: string, granted: number) =>
    transact(engine.table, [noticeWrite(account, type, granted)]);
  const refused = { committed: false, refusals: [{ kind: "credits notice" }] };
  expect(await tell("credits.low", 10)).toEqual({ committed: true });
  expect(await tell("credits.low", 10)).toMatchObject(refused);
  expect(await tell("credits.empty", 10)).toEqual({ committed: true });
  expect(await tell("credits.low", 11)).toEqual({ committed: true });
  expect(await tell("credits.low", 10)).toMatchObject(refused);
  const stored = await getItems(engine.table, [{ pk: `CRD#${account}`, sk: "NOTICE#credits.low" }]);
  expect(stored).toMatchObject([{ entity: "credit_notice", accountId: account, granted: 11 }]);
});
