import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { QueryCommand } from "../../lib/cloud/dynamodb.ts";
import { readShards } from "../../lib/store/credit-shards.ts";
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

  /** The strongly consistent queries that a read takes. */
  const queriesFor = async (accountId: string) => {
    const send = vi.spyOn(engine.table.client, "send");
    await readShards(engine.table, accountId);
    const inputs = send.mock.calls.map(([command]) => command.input);
    send.mockRestore();
    for (const input of inputs) expect(input).toMatchObject({ ConsistentRead: true });
    return inputs.length;
  };

  it("takes one query, and one more only where several shards are all empty", async () => {
    const account = await accounts.newAccount(1, 2);
    expect(await queriesFor(account)).toBe(1);
    await accounts.capture(account, { shard: 0, draw: null });
    expect(await queriesFor(account)).toBe(2);
    expect(await queriesFor(await accounts.newAccount(1, 1))).toBe(1);
    expect(await queriesFor(accounts.newId())).toBe(1);
  });

  it("is repeated if it saw one half of a draw", async () => {
    const account = await accounts.newAccount(8, 2);
    const torn = await seeFirst(account, ([first, second]) => [
      { ...first, available: 0 },
      second as object,
    ]);
    expect(torn.map((shard) => shard.available)).toEqual([8, 0]);
  });

  it("is repeated if a shard is missing", async () => {
    const account = await accounts.newAccount(8, 3);
    expect(await seeFirst(account, ([first]) => [first as object])).toHaveLength(3);
  });

  it("says that all are empty only if it saw so twice", async () => {
    const account = await accounts.newAccount(8, 2);
    const seen = await seeFirst(account, ([first, second]) => [
      { ...first, available: 0, captured: 8 },
      second as object,
    ]);
    expect(seen.map((shard) => shard.available)).toEqual([8, 0]);
  });

  it("fails rather than guess where the shards never add up", async () => {
    const account = await accounts.newAccount(8, 2);
    const { client } = engine.table;
    const send = client.send.bind(client) as (
      c: unknown,
    ) => Promise<{ Items: Record<string, unknown>[] }>;
    const seen = vi.spyOn(client, "send").mockImplementation((async (command: unknown) => {
      const answer = await send(command);
      if (!(command instanceof QueryCommand)) return answer;
      return { Items: answer.Items.map((item: object) => ({ ...item, available: 1 })) };
    }) as never);
    await expect(readShards(engine.table, account)).rejects.toThrow(/Other requests are changing/);
    expect(seen).toHaveBeenCalledTimes(8);
  });
});
