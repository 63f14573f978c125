import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Json } from "../../../lib/local/assembly/intrinsics.ts";
import { type AwsJsonClient, createAwsJsonClient } from "../../../lib/local/engines/aws-json.ts";
import { type DynamoDb, startDynamoDb } from "../../../lib/local/engines/dynamodb-process.ts";
import { createStreamReader, type StreamReader } from "../../../lib/local/events/stream-reader.ts";

const TABLE = "read-by-two";
let engine: DynamoDb;
let client: AwsJsonClient;
let reader: StreamReader;
let shard: string;
let streamArn: string;
const asked: string[] = [];
let written = 0;

beforeAll(async () => {
  engine = await startDynamoDb(null, { streams: true });
  client = createAwsJsonClient(engine.endpoint, "dynamodb", "local");
  const answer = await client.call("DynamoDB_20120810.CreateTable", {
    TableName: TABLE,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
  });
  streamArn = String((answer.TableDescription as Record<string, Json>).LatestStreamArn);
});
afterAll(async () => {
  await client.close();
  await engine.close();
});
beforeEach(async () => {
  const counting: AwsJsonClient = {
    ...client,
    call: (target, input) => {
      asked.push(target.split(".")[1] ?? "");
      return client.call(target, input);
    },
  };
  reader = createStreamReader(counting, streamArn);
  [shard = ""] = await reader.shards();
  asked.length = 0;
});

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
const reads = () => asked.filter((name) => name === "GetRecords").length;

it("gives each of two functions all records, and fetches them once", async () => {
  const { place } = await readAll(null);
  await write(5);
  asked.length = 0;
  expect((await readAll(place)).keys).toEqual(lastKeys(5));
  expect(reads()).toBe(1);
  expect((await readAll(place)).keys).toEqual(lastKeys(5));
  // The second one also looks for newer ones.
  expect(reads()).toBe(2);
});

it("gives both functions a record that is written while a fetch is under way", async () => {
  const { place } = await readAll(null);
  await write(1);
  const [one, other] = await Promise.all([readAll(place), write(1).then(() => readAll(place))]);
  expect(other.keys).toEqual(lastKeys(2));
  expect([...one.keys, ...(await readAll(one.place)).keys]).toEqual(lastKeys(2));
});

it("serves a function that is far behind, in pages", async () => {
  const { place } = await readAll(null);
  await write(250);
  expect((await readAll(place)).keys).toEqual(lastKeys(250));
  await write(3);
  expect((await readAll(place, 7)).keys).toEqual(lastKeys(253));
});
