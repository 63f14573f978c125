import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { GetCommand } from "../../lib/cloud/dynamodb.ts";
import type { CaptureSource, CreditShard } from "../../lib/domain/ledger.ts";
import {
  getBalance,
  isOnlyShard,
  narrowWrites,
  readCreditsLeft,
  readShards,
  shardKey,
  widenWrites,
} from "../../lib/store/credit-shards.ts";
import { grantWrites } from "../../lib/store/credits.ts";
import { transact } from "../../lib/store/transact.ts";
import { type CreditAccounts, creditAccounts } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
let accounts: CreditAccounts;
beforeAll(async () => {
  engine = await startTable();
  accounts = creditAccounts(engine.table);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine?.stop());

const available = async (accountId: string) =>
  (await readShards(engine.table, accountId)).map((shard) => shard.available);
const itemOf = async (accountId: string, shard: number) => {
  const Key = shardKey(accountId, shard);
  return (await engine.table.client.send(new GetCommand({ TableName: engine.table.name, Key })))
    .Item;
};

/** Each shard gets its share, at the price of one capture from each new one. */
async function evenOut(accountId: string, shards: number, credits: number): Promise<void> {
  for (let shard = 1; shard < shards; shard++) {
    await accounts.capture(accountId, { shard, draw: { shard: 0, credits } });
  }
}

describe("an account with several shards", () => {
  it("keeps its balance when it is widened and narrowed, and ends as it began", async () => {
    const account = await accounts.newAccount(40, 1);
    const before = await itemOf(account, 0);
    await transact(engine.table, widenWrites(account, 1, 2));
    expect(await transact(engine.table, widenWrites(account, 2, 4))).toEqual({ committed: true });
    expect(await getBalance(engine.table, account)).toEqual({
      ...{ granted: 40, captured: 0, available: 40 },
    });
    await evenOut(account, 4, 11);
    expect(await available(account)).toEqual([7, 10, 10, 10]);
    for (const number of [3, 2, 1]) {
      const shards = await readShards(engine.table, account);
      await transact(engine.table, narrowWrites(account, shards[number] as CreditShard));
    }
    expect(await itemOf(account, 0)).toEqual({ ...before, available: 37, captured: 3 });
    expect(await itemOf(account, 1)).toBeUndefined();
  });

  it("is marked, so that a release that knows one shard does not misread it", async () => {
    const account = await accounts.newAccount(1, 2);
    expect(await itemOf(account, 0)).toMatchObject({ v: 2, shards: 2 });
    expect(await itemOf(account, 1)).toMatchObject({ v: 2, entity: "credits", accountId: account });
  });

  it("is neither widened nor narrowed from another number of shards than it has", async () => {
    const account = await accounts.newAccount(9, 3);
    const [, second] = await readShards(engine.table, account);
    const refused = { refusals: [{ kind: "credits" }] };
    // A shard that is left over from before must not be overwritten.
    await transact(engine.table, [
      { label: "credits", put: { Item: { ...shardKey(account, 3), leftOver: true } } },
    ]);
    for (const writes of [
      widenWrites(account, 2, 3).slice(0, 1),
      widenWrites(account, 3, 4),
      narrowWrites(account, second as CreditShard),
    ]) {
      expect(await transact(engine.table, writes)).toMatchObject(refused);
    }
    expect(await itemOf(account, 3)).toMatchObject({ leftOver: true });
  });

  it("is not narrowed by what is no longer true", async () => {
    const account = await accounts.newAccount(9, 2);
    const [, second] = await readShards(engine.table, account);
    await accounts.capture(account, { shard: 1, draw: { shard: 0, credits: 4 } });
    expect(
      await transact(engine.table, narrowWrites(account, second as CreditShard)),
    ).toMatchObject({
      refusals: [{ kind: "credits" }],
    });
    expect(await available(account)).toEqual([5, 3]);
  });

  it("refuses a capture from a shard that is empty, gone, or not what was read", async () => {
    const account = await accounts.newAccount(9, 3);
    const tried: readonly CaptureSource[] = [
      { shard: 1, draw: null },
      { shard: 3, draw: null },
      { shard: 3, draw: { shard: 0, credits: 3 } },
      { shard: 0, draw: { shard: 1, credits: 1 } },
      { shard: 1, draw: { shard: 0, credits: 10 } },
    ];
    for (const source of tried) {
      const commit = await accounts.capture(account, source);
      expect(commit, JSON.stringify(source)).toMatchObject({ committed: false });
    }
    expect(await available(account)).toEqual([9, 0, 0]);
  });

  it("gives up credits of several shards at once, or none", async () => {
    const account = await accounts.newAccount(12, 3);
    await evenOut(account, 3, 4);
    const takeBack = (credits: number, of: readonly number[]) =>
      transact(
        engine.table,
        grantWrites(
          accounts.entry(account, "adjust", -credits),
          of.map((each, shard) => ({ shard, credits: each })),
        ),
      );
    expect(await takeBack(9, [4, 3, 4])).toMatchObject({ committed: false });
    expect(await available(account)).toEqual([4, 3, 3]);
    expect(await takeBack(8, [4, 3, 1])).toEqual({ committed: true });
    expect(await available(account)).toEqual([0, 0, 2]);
    expect(await getBalance(engine.table, account)).toEqual({
      ...{ granted: 4, captured: 2, available: 2 },
    });
    const last = grantWrites(accounts.entry(account, "adjust", -2), [{ shard: 2, credits: 2 }]);
    expect(await transact(engine.table, last)).toEqual({ committed: true });
    expect(await getBalance(engine.table, account)).toEqual({
      ...{ granted: 2, captured: 2, available: 0 },
    });
  });

  it("takes another checkout without a second read while its first shard has credits", async () => {
    const account = await accounts.newAccount(2, 2);
    const send = vi.spyOn(engine.table.client, "send");
    expect(await readCreditsLeft(engine.table, account)).toEqual({ isEmpty: false, shards: 2 });
    expect(send).toHaveBeenCalledOnce();
    await accounts.capture(account, { shard: 1, draw: { shard: 0, credits: 2 } });
    expect(await available(account)).toEqual([0, 1]);
    expect(await readCreditsLeft(engine.table, account)).toEqual({ isEmpty: false, shards: 2 });
    await accounts.capture(account, { shard: 1, draw: null });
    expect(await readCreditsLeft(engine.table, account)).toEqual({ isEmpty: true, shards: 2 });
  });
});

describe("an account with one shard", () => {
  it("has a credit left down to the last one, by one read, and is empty by a second, consistent one", async () => {
    const account = await accounts.newAccount(1, 1);
    const send = vi.spyOn(engine.table.client, "send");
    const isConsistent = () =>
      send.mock.calls.map(([{ input }]) => "ConsistentRead" in input && input.ConsistentRead);
    expect(await readCreditsLeft(engine.table, account)).toEqual({ isEmpty: false, shards: 1 });
    expect(isConsistent()).toEqual([false]);
    await accounts.capture(account, { shard: 0, draw: null });
    send.mockClear();
    expect(await readCreditsLeft(engine.table, account)).toEqual({ isEmpty: true, shards: 1 });
    expect(isConsistent()).toEqual([false, true]);
  });

  it("has one that is empty before the first grant", async () => {
    const shards = await readShards(engine.table, accounts.newId());
    expect(shards).toEqual([{ number: 0, granted: 0, captured: 0, available: 0 }]);
  });

  it("is recognized by the item that refused a capture", async () => {
    const several = await accounts.newAccount(1, 2);
    expect(isOnlyShard(null)).toBe(true);
    expect(isOnlyShard((await itemOf(await accounts.newAccount(1, 1), 0)) ?? null)).toBe(true);
    expect(isOnlyShard((await itemOf(several, 0)) ?? null)).toBe(false);
  });
});
