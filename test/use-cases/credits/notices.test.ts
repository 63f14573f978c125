import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../lib/domain/ids.ts";
import { randomBytes, table } from "../../../lib/pipeline/deps.ts";
import { shardKey, widenWrites } from "../../../lib/store/credit-shards.ts";
import { listEvents } from "../../../lib/store/events.ts";
import { getItems } from "../../../lib/store/get-items.ts";
import { type Item, transact } from "../../../lib/store/transact.ts";
import { newAccountWrite } from "../../../lib/store/users.ts";
import { changeCredits } from "../../../lib/use-cases/operator/change-credits.ts";
import { loadHandler, setFunctionEnvironment } from "../../support/function-calls.ts";
import { createMerchant, grantCredits, type Merchant } from "../../support/merchant.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { catchWakeUps, receiptOf, verify } from "../../support/verification.ts";

const SHARDS = 4;

let engine: TestTable;
let wakeUps: ReturnType<typeof catchWakeUps>;
let watch: (event: object) => Promise<unknown>;
let references = 0;
let records = 0;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({
    ...{ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint },
    config: { lowCreditsThreshold: 3 },
  });
  watch = await loadHandler("workers-notify-low-credits");
  wakeUps = catchWakeUps();
});
afterAll(async () => {
  wakeUps.restore();
  await engine.stop();
});

const shardsOf = ({ accountId }: Merchant) =>
  getItems(
    engine.table,
    Array.from({ length: SHARDS }, (_, shard) => shardKey(accountId, shard)),
  );

/** Does something, and shows what it changed to the stream's reader, each record twice. */
async function watched(merchant: Merchant, work: () => Promise<unknown>): Promise<void> {
  const before = await shardsOf(merchant);
  await work();
  const after = await shardsOf(merchant);
  const changed = after.filter((item, shard) => !same(item, before[shard]));
  const Records = changed.map((item) => {
    records += 1;
    const old = before.find(({ sk }) => sk === item.sk);
    return {
      eventName: "MODIFY",
      eventID: `record-${records}`,
      dynamodb: {
        ApproximateCreationDateTime: Date.now() / 1000,
        SequenceNumber: String(records),
        NewImage: marshall(item),
        OldImage: old && marshall(old),
      },
    };
  });
  await watch({ Records: [...Records, ...Records] });
}

const same = (a: Item, b: Item | undefined) => JSON.stringify(a) === JSON.stringify(b);
const pay = (merchant: Merchant) =>
  verify(merchant, receiptOf(`DKN${String(++references).padStart(7, "0")}`));
const grant = ({ accountId }: Merchant, credits: number) =>
  grantCredits(table(), {
    id: newId("led_", Date.now(), randomBytes(10)),
    ...{ accountId, kind: "grant", credits, source: "test", note: null, createdAt: Date.now() },
  });

async function told({ accountId }: Merchant): Promise<string[]> {
  const filter = { accountId, mode: "live", of: { apps: [] } } as const;
  const page = await listEvents(engine.table, filter, { limit: 100 }, Date.now());
  return page.data.map(({ type }) => type).reverse();
}

describe("the owner of an account with several shards", () => {
  it("gets one notice of low credits and one of none left, until more are granted", async () => {
    const merchant = await createMerchant(engine.table, { credits: 6 });
    await transact(engine.table, widenWrites(merchant.accountId, 1, SHARDS));
    // Every new shard is below the threshold from the start: only their sum counts.
    for (let left = 5; left >= 4; left--) await watched(merchant, () => pay(merchant));
    expect(await told(merchant)).toEqual([]);
    for (let left = 3; left >= 1; left--) await watched(merchant, () => pay(merchant));
    expect(await told(merchant)).toEqual(["credits.low"]);
    await watched(merchant, () => pay(merchant));
    expect(await told(merchant)).toEqual(["credits.low", "credits.exhausted"]);
    await watched(merchant, () => grant(merchant, 1));
    await watched(merchant, () => pay(merchant));
    expect(await told(merchant)).toEqual(["credits.low", "credits.exhausted", "credits.exhausted"]);
  });

  it("gets another notice if a grant is reversed after one of its credits was spent, and none before", async () => {
    const merchant = await createMerchant(engine.table, { credits: 1 });
    const [{ accountId }, now] = [merchant, Date.now()];
    const account = { id: accountId, ownerId: "usr_1", createdAt: now, closedAt: null };
    await transact(engine.table, [newAccountWrite(account), ...widenWrites(accountId, 1, SHARDS)]);
    await watched(merchant, () => pay(merchant));
    const facts = { reference: null, by: { name: "Marta" }, reason: "Wrong account", now };
    const reverse = (credits: number) =>
      changeCredits(table(), { ...facts, accountId, kind: "adjust", credits });
    await watched(merchant, () => grant(merchant, 500));
    await watched(merchant, () => reverse(-500));
    // Still true: nothing has announced the grant.
    expect(await told(merchant)).toEqual(["credits.exhausted"]);
    await watched(merchant, () => grant(merchant, 500));
    await watched(merchant, () => pay(merchant));
    await watched(merchant, () => reverse(-499));
    expect(await told(merchant)).toEqual(["credits.exhausted", "credits.exhausted"]);
  });

  it("has waiting attempts resumed by a grant, and by nothing else", async () => {
    const merchant = await createMerchant(engine.table, { credits: 3 });
    await transact(engine.table, widenWrites(merchant.accountId, 1, SHARDS));
    for (let left = 2; left >= 0; left--) await watched(merchant, () => pay(merchant));
    // Opened while a credit was left, and paid when there was none.
    await grant(merchant, 1);
    const waiting = await Promise.all([pay(merchant), pay(merchant)]);
    expect(waiting.map(({ attempt }) => attempt.outcome).toSorted()).toEqual([
      "insufficient_credits",
      "matched",
    ]);
    const sent = wakeUps.messages.length;
    await watched(merchant, () => grant(merchant, 2));
    expect(wakeUps.messages.slice(sent).map(({ cause }) => cause)).toContain("resumed");
    const resumed = wakeUps.messages.length;
    await watched(merchant, () => pay(merchant));
    expect(wakeUps.messages).toHaveLength(resumed);
  });
});
