import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Json } from "../../../lib/local/assembly/intrinsics.ts";
import { type AwsJsonClient, createAwsJsonClient } from "../../../lib/local/engines/aws-json.ts";
import { type DynamoDb, startDynamoDb } from "../../../lib/local/engines/dynamodb-process.ts";
import {
  createStreamReader,
  createStreamSource,
  type StreamReader,
} from "../../../lib/local/events/stream-source.ts";
import { createActivity } from "../../../lib/local/log-sink.ts";

const TABLE = "read-by-two";
let engine: DynamoDb;
let client: AwsJsonClient;
let reader: StreamReader;
let shard: string;
let streamArn: string;
let written = 0;
/** Records that the engine was asked for. */
let fetched = 0;
/** Keeps answers of the engine back. */
let held: Promise<void> | null = null;

beforeAll(async () => {
  engine = await startDynamoDb(null, { streams: new Map() });
  client = createAwsJsonClient(engine);
  const answer = await client.call("DynamoDB_20120810.CreateTable", {
    TableName: TABLE,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
  });
  streamArn = String((answer.TableDescription as Record<string, Json>).LatestStreamArn);
});
afterAll(() => engine.close());
beforeEach(async () => {
  reader = newReader();
  [shard = ""] = await reader.shards();
});

afterEach(() => void vi.useRealTimers());

function newReader(): StreamReader {
  const watched: AwsJsonClient = {
    ...client,
    async call(target, input) {
      const answer = await client.call(target, input);
      fetched += ((answer.Records ?? []) as readonly Json[]).length;
      await held;
      return answer;
    },
  };
  return createStreamReader(watched, streamArn);
}

async function write(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    written += 1;
    const Item = { pk: { S: String(written) } };
    await client.call("DynamoDB_20120810.PutItem", { TableName: TABLE, Item });
  }
}

/** Reads on until there is nothing more, as a source does; the keys, and the place after them. */
async function readAll(after: string | null, limit = 100) {
  const keys: string[] = [];
  let place = after;
  for (;;) {
    const { records, hasMore } = await reader.read(shard, place, limit);
    keys.push(...records.map(({ dynamodb }) => JSON.stringify(dynamodb.Keys)));
    place = records.at(-1)?.dynamodb.SequenceNumber ?? place;
    if (!hasMore) return { keys, place };
  }
}
const lastKeys = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ pk: { S: String(written - count + 1 + index) } }),
  );

it("gives each of two functions all records, and fetches them once", async () => {
  const { place } = await readAll(null);
  await write(5);
  fetched = 0;
  expect((await readAll(place)).keys).toEqual(lastKeys(5));
  expect((await readAll(place)).keys).toEqual(lastKeys(5));
  expect(fetched).toBe(5);
});

it("gives both functions a record that was written while a fetch of one was under way", async () => {
  const { place } = await readAll(null);
  await write(1);
  const answer = Promise.withResolvers<void>();
  held = answer.promise;
  fetched = 0;
  const one = readAll(place);
  await expect.poll(() => fetched).toBe(1);
  await write(1);
  const other = readAll(place);
  held = null;
  answer.resolve();
  expect((await other).keys).toEqual(lastKeys(2));
  const { keys, place: later } = await one;
  expect([...keys, ...(await readAll(later)).keys]).toEqual(lastKeys(2));
});

it("serves a function that is far behind, in pages", async () => {
  const { place } = await readAll(null);
  reader = newReader();
  await write(250);
  expect((await readAll(place)).keys).toEqual(lastKeys(250));
  await write(3);
  expect((await readAll(place, 7)).keys).toEqual(lastKeys(253));
});

/** A function that follows the stream on a clock that stands still; what it was invoked with. */
async function follow() {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout", "setInterval"] });
  const { place } = await readAll(null);
  const activity = createActivity();
  const batches: string[][] = [];
  const kept = new Map<string, string | null>([[`follower ${shard}`, place]]);
  const source = createStreamSource({
    source: { id: "follower", batchSize: 100, filters: [], maxRetries: 0 } as never,
    ...{ reader, activity, region: "eu-central-1", now: Date.now, giveUp: async () => {} },
    checkpoints: { get: (id) => kept.get(id) ?? null, set: (id, value) => kept.set(id, value) },
    runtime: {
      invoke: async (_: unknown, event: string) => {
        const { Records } = JSON.parse(event) as { Records: { dynamodb: { Keys: Json } }[] };
        batches.push(Records.map(({ dynamodb }) => JSON.stringify(dynamodb.Keys)));
        return { ok: true, payload: "null" };
      },
    } as never,
  });
  const writeAndTell = async () => {
    await write(1);
    source.poke();
  };
  const endOther = activity.begin();
  await writeAndTell();
  await expect.poll(() => batches).toEqual([lastKeys(1)]);
  await expect.poll(() => activity.running).toBe(1);
  for (let count = 0; count < 3; count += 1) await writeAndTell();
  expect(batches).toHaveLength(1);
  return { activity, batches, endOther, close: source.close };
}

it("gives a function what was written while others run as one batch, once they end", async () => {
  const { activity, batches, endOther, close } = await follow();
  const idle = activity.idle(60_000);
  endOther();
  expect(await idle).toBe(true);
  expect(batches.slice(1)).toEqual([lastKeys(3)]);
  close();
});

it("gives a function what was written while others run after a moment, if they go on", async () => {
  const { activity, batches, close } = await follow();
  vi.advanceTimersByTime(1_000);
  await expect.poll(() => batches.slice(1)).toEqual([lastKeys(3)]);
  expect(activity.running).toBeGreaterThan(0);
  close();
});

it("keeps in the engine what a function may want, and all records of other tables", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stream-"));
  const filters = [
    { eventName: ["INSERT"], dynamodb: { NewImage: { kind: { S: ["it's", "event"] } } } },
    { eventName: ["REMOVE"], dynamodb: { OldImage: { kind: { S: [{ prefix: "e" }] } } } },
  ];
  const filtered = await startDynamoDb(join(folder, "table.db"), {
    streams: new Map([["filtered", filters]]),
  });
  try {
    const ownClient = createAwsJsonClient(filtered);
    const put = (TableName: string, pk: string, kind: string) =>
      ownClient.call("DynamoDB_20120810.PutItem", {
        TableName,
        Item: { pk: { S: pk }, kind: { S: kind } },
      });
    const kept: Record<string, readonly string[]> = {};
    for (const TableName of ["filtered", "other"]) {
      const { TableDescription } = await ownClient.call("DynamoDB_20120810.CreateTable", {
        TableName,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
        StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
      });
      await put(TableName, "1", "it's");
      await put(TableName, "2", "its");
      await put(TableName, "1", "event");
      await put(TableName, "3", "event");
      await ownClient.call("DynamoDB_20120810.DeleteItem", { TableName, Key: { pk: { S: "2" } } });
      const arn = String((TableDescription as Record<string, Json>).LatestStreamArn);
      const ownReader = createStreamReader(ownClient, arn);
      const [ownShard = ""] = await ownReader.shards();
      const { records } = await ownReader.read(ownShard, null, 100);
      kept[TableName] = records.map(({ eventName, dynamodb }) =>
        [eventName, (dynamodb.Keys as { pk: { S: string } }).pk.S].join(" "),
      );
    }
    expect(kept).toEqual({
      filtered: ["INSERT 1", "INSERT 3", "REMOVE 2"],
      other: ["INSERT 1", "INSERT 2", "MODIFY 1", "INSERT 3", "REMOVE 2"],
    });
  } finally {
    await filtered.close();
    rmSync(folder, { recursive: true });
  }
});
