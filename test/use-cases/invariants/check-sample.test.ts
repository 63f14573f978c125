import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  DeleteCommand,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from "../../../lib/cloud/dynamodb.ts";
import { checkInvariants } from "../../../lib/contract/workers/accounts.ts";
import { ReadBudget, randomAccounts } from "../../../lib/store/table-sample.ts";
import { checkSample, UNITS_PER_RUN } from "../../../lib/use-cases/operator/check-sample.ts";
import { asWorker, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { aroundSends, startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";
import { open, receiptOf, submitted, verify } from "../../support/verification.ts";

type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

const DAY_MS = 86_400_000;
const now = Date.now();
let engine: TestTable;
let merchants: readonly Merchant[];
let lines: string[] = [];

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  const { table } = engine;
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const made: Merchant[] = [];
  for (const days of [300, 200, 100]) {
    const merchant = await createMerchant(table, { credits: 5, now: now - days * DAY_MS });
    await createUser(table, merchant.accountId, now - days * DAY_MS);
    await verify(merchant, receiptOf(`DKS0000${days}`));
    made.push(merchant);
  }
  merchants = made;
  output.mockRestore();
});
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.stop());

const check = async (random = 0) => {
  await asWorker(checkInvariants, checkSample)(engine.table, now, random);
  const printed = lines.map((line) => JSON.parse(line));
  return {
    broken: printed.filter(({ message }) => message === "invariant broken").map(({ why }) => why),
    metric: printed.find((line) => line.InvariantsBroken !== undefined)?.InvariantsBroken,
    accounts: printed.find(({ message }) => message === "invariants checked")?.count,
  };
};

async function itemOf(entity: string, of: (item: Item) => boolean): Promise<Item> {
  const { table } = engine;
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  const found = (Items as Item[]).find((item) => item.entity === entity && of(item));
  if (found === undefined) throw new Error(`there is no ${entity}`);
  return found;
}
const keyOf = ({ pk, sk }: Item) => ({ TableName: engine.table.name, Key: { pk, sk } });

/** Removes an item for the time of a check. */
async function checkWithout(item: Item) {
  const { client, name } = engine.table;
  await client.send(new DeleteCommand(keyOf(item)));
  const found = await check();
  await client.send(new PutCommand({ TableName: name, Item: item }));
  return found;
}
const owner = () => merchants[1]?.accountId ?? "";
const isOwners = (item: Item) => item.accountId === owner();

describe("the daily sample", () => {
  test.each([0, 0.5, 0.99])("finds nothing in a sound table, from %d on", async (random) => {
    expect(await check(random)).toEqual({ broken: [], metric: undefined, accounts: 3 });
  });

  test("finds a balance that is not the sum of its ledger, and counts it", async () => {
    const balance = await itemOf("credits", isOwners);
    const change = (by: number) =>
      engine.table.client.send(
        new UpdateCommand({
          ...keyOf(balance),
          UpdateExpression: "ADD available :by",
          ExpressionAttributeValues: { ":by": by },
        }),
      );
    await change(1);
    const found = await check();
    await change(-1);
    const broken = [`${owner()}: the balance is not the sum of its ledger`];
    expect(found).toMatchObject({ broken, metric: 1 });
  });

  test("finds a verified checkout without its credit", async () => {
    const capture = await itemOf("ledger", (item) => isOwners(item) && item.kind === "capture");
    const { broken } = await checkWithout(capture);
    expect(broken).toContain(`${capture.source}: verified, with 0 credits captured`);
  });

  test("finds an event that a checkout lists and that does not exist", async () => {
    const event = await itemOf("event", isOwners);
    const { broken } = await checkWithout(event);
    expect(broken.join()).toContain(`its event ${event.id} is missing`);
  });

  test("finds a checkout that waits for an attempt that does not exist, and no other that waits", async () => {
    const merchant = merchants[2] as Merchant;
    const { attempt } = await submitted(await open(merchant), "DKW0000001");
    expect(await check()).toMatchObject({ broken: [], metric: undefined });
    const stored = await itemOf("attempt", ({ id }) => id === attempt.id);
    const { broken } = await checkWithout(stored);
    expect(broken.join()).toContain(`it waits for ${attempt.id}, which has ended or is missing`);
  });

  test("says nothing of what looks broken once, between two reads", async () => {
    const balance = await itemOf("credits", isOwners);
    const { client } = engine.table;
    let isFirst = true;
    const undo = aroundSends(client, async (_, next) => {
      const output = (await next()) as { Items?: Item[] };
      const isBalance = output.Items?.some(({ pk }) => pk === balance.pk) === true;
      if (!isBalance || !isFirst) return output;
      isFirst = false;
      output.Items = output.Items?.filter(({ entity }) => entity !== "credits") ?? [];
      return output;
    });
    expect(await check()).toMatchObject({ broken: [], metric: undefined });
    undo();
    expect(isFirst).toBe(false);
  });

  test("begins anywhere, comes to every account once, and stops when its units are used up", async () => {
    const ids = merchants.map(({ accountId }) => accountId);
    const from = async (random: number, units: number) => {
      const budget = new ReadBudget(engine.table, units);
      const seen: string[] = [];
      for await (const id of randomAccounts(budget, now, random)) seen.push(id);
      return seen;
    };
    expect(await from(0, UNITS_PER_RUN)).toEqual(ids);
    expect(await from(0.5, UNITS_PER_RUN)).toEqual([ids[2], ids[0], ids[1]]);
    expect(await from(0.99, UNITS_PER_RUN)).toEqual(ids);
    expect((await from(0, 0.1)).length).toBeLessThan(3);
  });
});
