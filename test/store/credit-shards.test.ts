import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { CaptureSource } from "../../lib/domain/credit-shards.ts";
import {
  getBalance,
  narrowWrites,
  readCreditsLeft,
  readShards,
  shardKey,
  widenWrites,
} from "../../lib/store/credit-shards.ts";
import {
  captureWrites,
  grantCredits,
  grantWrites,
  type LedgerRow,
} from "../../lib/store/credits.ts";
import { transact } from "../../lib/store/transact.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
let made = 0;
beforeAll(async () => {
  engine = await startTable();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine?.stop());

const entry = (accountId: string, kind: LedgerRow["kind"], credits: number): LedgerRow => ({
  ...{ id: `led_${++made}`, accountId, kind, credits },
  ...{ source: "test", note: null, createdAt: 1_000 },
});
const capture = (accountId: string, source: CaptureSource) =>
  transact(engine.table, captureWrites(entry(accountId, "capture", 1), source));
const available = async (accountId: string) =>
  (await readShards(engine.table, accountId)).map((shard) => shard.available);
const itemOf = async (accountId: string, shard: number) => {
  const Key = shardKey(accountId, shard);
  return (await engine.table.client.send(new GetCommand({ TableName: engine.table.name, Key })))
    .Item;
};

async function newAccount(credits: number, shards: number): Promise<string> {
  const accountId = `acc_${++made}`;
  await grantCredits(engine.table, entry(accountId, "grant", credits));
  if (shards > 1) await transact(engine.table, widenWrites(accountId, 1, shards));
  return accountId;
}

/** Each shard gets its share, at the price of one capture from each new one. */
async function evenOut(accountId: string, shards: number, credits: number): Promise<void> {
  for (let shard = 1; shard < shards; shard++) {
    await capture(accountId, { shard, draw: { shard: 0, credits } });
  }
}

describe("an account with several shards", () => {
  it("keeps its balance when it is widened and narrowed, and ends as it began", async () => {
    const account = await newAccount(40, 1);
    const before = await itemOf(account, 0);
    await transact(engine.table, widenWrites(account, 1, 4));
    expect(await getBalance(engine.table, account)).toEqual({
      ...{ granted: 40, captured: 0, available: 40 },
    });
    await evenOut(account, 4, 11);
    expect(await available(account)).toEqual([7, 10, 10, 10]);
    for (const number of [3, 2, 1]) {
      const shards = await readShards(engine.table, account);
      await transact(engine.table, narrowWrites(account, shards[number] as never));
    }
    expect(await itemOf(account, 0)).toEqual({ ...before, available: 37, captured: 3 });
    expect(await itemOf(account, 1)).toBeUndefined();
  });

  it("is marked, so that a release that knows one shard does not misread it", async () => {
    const account = await newAccount(1, 2);
    expect(await itemOf(account, 0)).toMatchObject({ v: 2, shards: 2 });
    expect(await itemOf(account, 1)).toMatchObject({ v: 2 });
  });

  it("is not narrowed by what is no longer true", async () => {
    const account = await newAccount(9, 2);
    const [, second] = await readShards(engine.table, account);
    await capture(account, { shard: 1, draw: { shard: 0, credits: 4 } });
    expect(await transact(engine.table, narrowWrites(account, second as never))).toMatchObject({
      refusals: [{ kind: "credits" }],
    });
    expect(await available(account)).toEqual([5, 3]);
  });

  it("refuses a capture from a shard that is empty, gone, or not what was read", async () => {
    const account = await newAccount(9, 3);
    const tried: readonly CaptureSource[] = [
      { shard: 1, draw: null },
      { shard: 3, draw: null },
      { shard: 3, draw: { shard: 0, credits: 3 } },
      { shard: 0, draw: { shard: 1, credits: 1 } },
      { shard: 1, draw: { shard: 0, credits: 10 } },
    ];
    for (const source of tried) {
      const commit = await capture(account, source);
      expect(commit, JSON.stringify(source)).toMatchObject({ committed: false });
    }
    expect(await available(account)).toEqual([9, 0, 0]);
  });

  it("gives up credits of several shards at once, or none", async () => {
    const account = await newAccount(12, 3);
    await evenOut(account, 3, 4);
    const takeBack = (credits: number, of: readonly number[]) =>
      transact(
        engine.table,
        grantWrites(
          entry(account, "adjust", -credits),
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
  });

  it("takes another checkout without a second read while its first shard has credits", async () => {
    const account = await newAccount(2, 2);
    const send = vi.spyOn(engine.table.client, "send");
    expect(await readCreditsLeft(engine.table, account)).toEqual({ isEmpty: false, shards: 2 });
    expect(send).toHaveBeenCalledOnce();
    await capture(account, { shard: 1, draw: { shard: 0, credits: 2 } });
    expect(await available(account)).toEqual([0, 1]);
    expect(await readCreditsLeft(engine.table, account)).toEqual({ isEmpty: false, shards: 2 });
  });
});

describe("a read of the shards", () => {
  /** The first query sees this instead of what is stored. */
  const seeFirst = async (
    account: string,
    change: (items: Record<string, unknown>[]) => object[],
  ) => {
    const send = engine.table.client.send.bind(engine.table.client) as (
      c: unknown,
    ) => Promise<{ Items: Record<string, unknown>[] }>;
    let isFirst = true;
    vi.spyOn(engine.table.client, "send").mockImplementation((async (command: unknown) => {
      const answer = await send(command);
      if (!(command instanceof QueryCommand) || !isFirst) return answer;
      isFirst = false;
      return { Items: change(answer.Items) };
    }) as never);
    return readShards(engine.table, account);
  };

  it("is repeated if it saw one half of a draw", async () => {
    const account = await newAccount(8, 2);
    const torn = await seeFirst(account, ([first, second]) => [
      { ...first, available: 0 },
      second as object,
    ]);
    expect(torn.map((shard) => shard.available)).toEqual([8, 0]);
  });

  it("is repeated if a shard is missing", async () => {
    const account = await newAccount(8, 3);
    expect(await seeFirst(account, ([first]) => [first as object])).toHaveLength(3);
  });

  it("says that all are empty only if it saw so twice", async () => {
    const account = await newAccount(8, 2);
    const seen = await seeFirst(account, ([first, second]) => [
      { ...first, available: 0, captured: 8 },
      second as object,
    ]);
    expect(seen.map((shard) => shard.available)).toEqual([8, 0]);
  });

  it("fails rather than guess where the shards never add up", async () => {
    const account = await newAccount(8, 2);
    const { client } = engine.table;
    const send = client.send.bind(client) as (
      c: unknown,
    ) => Promise<{ Items: Record<string, unknown>[] }>;
    vi.spyOn(client, "send").mockImplementation((async (command: unknown) => {
      const answer = await send(command);
      if (!(command instanceof QueryCommand)) return answer;
      return { Items: answer.Items.map((item: object) => ({ ...item, available: 1 })) };
    }) as never);
    await expect(readShards(engine.table, account)).rejects.toThrow(/being changed/);
  });
});
