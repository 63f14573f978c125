import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BatchWriteCommand, type PutCommand } from "../../../lib/cloud/dynamodb.ts";
import { listUnmatchedNotices } from "../../../lib/contract/routes/platform-notices.ts";
import type { UserPrincipal } from "../../../lib/pipeline/principal.ts";
import { putNotice, type StoredNotice } from "../../../lib/store/notices.ts";
import { invoke, setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { createUser } from "../../support/users.ts";
import { newAccountId } from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
afterAll(() => engine.stop());

/** The most that one request to the table can write. */
const BATCH = 25;

/** Stores messages about as many payments, numbered from `from`. */
async function tell(
  { accountId }: UserPrincipal,
  { from, count, ...change }: { from: number; count: number } & Partial<StoredNotice>,
): Promise<void> {
  const now = Date.now();
  const told = Array.from({ length: count }, (_, index): StoredNotice => {
    const number = String(from + index);
    return {
      ...{ accountId, provider: "telebirr", sourceId: "nts_0", typed: false, balance: "unknown" },
      ...{ amountMinor: 1_500, currency: "ETB", account: null, link: null },
      ...{ payer: { name: "Almeta Worqesh", account: null }, paidAt: now, precisionMs: 0 },
      ...{ hash: number, reference: `DKX${number}`, sentAt: now, receivedAt: now },
      ...change,
    };
  });
  const { name, client } = engine.table;
  // What `putNotice` would write, 25 in one request.
  const puts: { readonly PutRequest: { readonly Item: PutCommand["input"]["Item"] } }[] = [];
  const send = async ({ input }: PutCommand) => puts.push({ PutRequest: { Item: input.Item } });
  for (const notice of told) await putNotice({ name, client: { send } } as never, notice);
  for (let at = 0; at < puts.length; at += BATCH) {
    const RequestItems = { [name]: puts.slice(at, at + BATCH) };
    await client.send(new BatchWriteCommand({ RequestItems }));
  }
}

const list = async (principal: UserPrincipal) => {
  const { listUnmatchedNotices: handler } = await import("../../../functions/platform/notices.ts");
  return (await invoke(handler, listUnmatchedNotices, { principal })).body;
};
const read = async (principal: UserPrincipal) => {
  const { data, has_more, next_cursor } = await list(principal);
  return [data.length, has_more, next_cursor];
};

describe("payments without a checkout: platform/list-unmatched-notices", () => {
  it("say that there are more than the two hundred that are listed", async () => {
    const user = await createUser(engine.table, newAccountId());
    await tell(user, { from: 1_000, count: 200 });
    expect(await read(user)).toEqual([200, false, null]);
    await tell(user, { from: 2_000, count: 1 });
    expect(await read(user)).toEqual([200, true, null]);
  });

  it("leave out the smallest where a day has more messages than are read, and say so", async () => {
    const user = await createUser(engine.table, newAccountId());
    const link = `https://bank.example/${"0".repeat(1_500)}`;
    await tell(user, { from: 1_000, count: 3_600, amountMinor: 500, reference: null, link });
    await tell(user, { from: 6_000, count: 1, amountMinor: 900 });
    await tell(user, { from: 7_000, count: 1, amountMinor: 100 });
    const { data, has_more, next_cursor } = await list(user);
    expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([900]);
    expect([has_more, next_cursor]).toEqual([true, null]);
  });
});
