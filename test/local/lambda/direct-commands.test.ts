import http, { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TranslateConfig,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ensureAssembly } from "../../../lib/local/build/build-cache.ts";
import { createAwsJsonClient } from "../../../lib/local/engines/aws-json.ts";
import { type DynamoDb, startDynamoDb } from "../../../lib/local/engines/dynamodb-process.ts";
import { ensureTables } from "../../../lib/local/engines/start-engines.ts";
import { DOCUMENT_CLIENT, shortenCommands } from "../../../lib/local/lambda/direct-commands.ts";
import { takeTableRequests } from "../../../lib/local/lambda/direct-table.ts";

const TABLE = {
  name: "orders",
  arn: "arn:aws:dynamodb:eu-central-1:000000000000:table/orders",
  attributes: [{ AttributeName: "pk", AttributeType: "S" as const }],
  keys: [{ AttributeName: "pk", KeyType: "HASH" as const }],
  indexes: [],
  streamView: null,
};
const granted = {
  name: "granted",
  roleName: "role",
  statements: [
    {
      effect: "Allow" as const,
      actions: ["dynamodb:*"],
      resources: [TABLE.arn],
      exceptResources: false,
      conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["ORDER#*"] } },
    },
  ],
};

/** Its commands alone are shortened. The SDK's own constructor is protected. */
class Shortened extends DynamoDBDocumentClient {
  constructor(client: DynamoDBClient, config: TranslateConfig) {
    super(client, config);
  }
}

const original = http.request;
const closers: (() => unknown)[] = [];
const seen = { door: 0, engine: 0 };
let bySdk = 0;
let engine: DynamoDb;
let shortened: DynamoDBDocumentClient;
let plain: DynamoDBDocumentClient;

/** Passes requests on to the engine, and counts them. */
async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    seen.engine += 1;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const names = ["content-type", "x-amz-target", "x-amz-date", "authorization"];
      const headers = names.map((name) => [name, String(request.headers[name])]);
      const body = Buffer.concat(chunks);
      const answer = await fetch(engine.endpoint, {
        method: "POST",
        headers: Object.fromEntries(headers),
        body,
      });
      const text = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { "content-length": text.length }).end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  engine = await startDynamoDb(null);
  const tables = createAwsJsonClient(engine);
  closers.push(() => engine.close());
  await ensureTables(tables, [TABLE]);
  const frontDoorUrl = "http://127.0.0.1:1";
  const engineUrl = await listen();
  const askFrontDoor = async () => {
    seen.door += 1;
    return { status: 200, contentType: "application/x-amz-json-1.0", body: "{}" };
  };
  const table = takeTableRequests(new Map([["granted", granted]]), () => {}, askFrontDoor);
  table.serve({ frontDoorUrl, engineUrl, tables: [TABLE] });
  shortenCommands(Shortened as never, table);
  process.env.AWS_ACCESS_KEY_ID = "granted";
  const clientAt = (endpoint: string) =>
    new DynamoDBClient({
      endpoint,
      region: "eu-central-1",
      credentials: { accessKeyId: "granted", secretAccessKey: "local" },
    });
  const translation = {
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
  };
  const counted = clientAt(frontDoorUrl);
  counted.middlewareStack.add(
    (next) => (args) => {
      bySdk += 1;
      return next(args);
    },
    { step: "initialize" },
  );
  shortened = new Shortened(counted, translation);
  plain = DynamoDBDocumentClient.from(clientAt(engine.endpoint), translation);
});
afterAll(async () => {
  http.request = original;
  for (const close of closers.reverse()) await close();
});
beforeEach(() => {
  seen.door = seen.engine = bySdk = 0;
});

const withoutMetadata = ({ $metadata: _, ...rest }: { $metadata: unknown }) => rest;
const Key = { pk: "ORDER#1" };
const ITEM = {
  ...Key,
  text: "",
  truth: false,
  nothing: null,
  left: undefined,
  amounts: [0, -1.5, 1e-7, Number.MAX_SAFE_INTEGER],
  packed: Uint8Array.of(0, 1, 254, 255),
  names: new Set(["a", "b"]),
  numbers: new Set([1, 2.5]),
  deep: { constructor: "x", list: [{ a: [undefined, null] }, []], empty: {} },
};

it("reads and writes as the SDK does, without it", async () => {
  await shortened.send(new PutCommand({ TableName: "orders", Item: ITEM }));
  const reads = [
    () => new GetCommand({ TableName: "orders", Key }),
    () => new TransactGetCommand({ TransactItems: [{ Get: { TableName: "orders", Key } }] }),
    () => new BatchGetCommand({ RequestItems: { orders: { Keys: [Key] } } }),
    () =>
      new QueryCommand({
        TableName: "orders",
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": Key.pk },
      }),
    () =>
      new UpdateCommand({
        TableName: "orders",
        Key,
        UpdateExpression: "SET packed = :packed",
        ExpressionAttributeValues: { ":packed": ITEM.packed },
        ReturnValues: "ALL_NEW",
      }),
  ];
  for (const read of reads) {
    const answers = [await shortened.send(read() as never), await plain.send(read() as never)];
    const [mine, theirs] = answers.map(withoutMetadata);
    expect(mine).toEqual(theirs);
  }
  expect(seen).toEqual({ door: 0, engine: reads.length + 1 });
  expect(bySdk).toBe(0);
});

it("writes and deletes several items at once as the SDK does", async () => {
  const [one, two] = [{ pk: "ORDER#2" }, { pk: "ORDER#3" }];
  const put = (pk: { pk: string }) => ({ PutRequest: { Item: { ...ITEM, ...pk } } });
  await shortened.send(new BatchWriteCommand({ RequestItems: { orders: [put(one), put(two)] } }));
  await shortened.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Update: {
            TableName: "orders",
            Key: one,
            UpdateExpression: "SET truth = :yes",
            ExpressionAttributeValues: { ":yes": true },
          },
        },
        { Delete: { TableName: "orders", Key: two } },
      ],
    }),
  );
  const read = await plain.send(
    new BatchGetCommand({ RequestItems: { orders: { Keys: [one, two] } } }),
  );
  expect(read.Responses?.orders).toMatchObject([{ ...one, truth: true }]);
  await shortened.send(new DeleteCommand({ TableName: "orders", Key: one }));
  expect(
    (await plain.send(new GetCommand({ TableName: "orders", Key: one }))).Item,
  ).toBeUndefined();
  expect(bySdk).toBe(0);
});

it("stores and reads any JSON as the SDK does", async () => {
  const read = (client: DynamoDBDocumentClient) =>
    client.send(new GetCommand({ TableName: "orders", Key })).then(({ Item }) => Item);
  const written = async (client: DynamoDBDocumentClient, value: unknown) => {
    await client.send(new PutCommand({ TableName: "orders", Item: { ...Key, value } }));
    return { read: await read(shortened), readBySdk: await read(plain) };
  };
  const amount = fc.integer().map((cents) => cents / 100);
  const values = [fc.string(), fc.integer(), amount, fc.boolean(), fc.constant(null)];
  await fc.assert(
    fc.asyncProperty(fc.anything({ values }), async (value) => {
      const mine = await written(shortened, value);
      expect(mine).toEqual(await written(plain, value));
      expect(mine.read).toEqual(mine.readBySdk);
    }),
    { numRuns: 30 },
  );
});

it("fails as the SDK does where the engine refuses, after one request", async () => {
  await plain.send(new PutCommand({ TableName: "orders", Item: ITEM }));
  const Put = {
    TableName: "orders",
    Item: Key,
    ConditionExpression: "attribute_not_exists(pk)",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
  const refused = await shortened.send(new PutCommand(Put)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConditionalCheckFailedException);
  expect(refused).toMatchObject({ Item: { pk: { S: Key.pk }, truth: { BOOL: false } } });
  const transaction = new TransactWriteCommand({ TransactItems: [{ Put }] });
  const canceled = await shortened.send(transaction).catch((error: unknown) => error);
  expect(canceled).toBeInstanceOf(TransactionCanceledException);
  expect(canceled).toMatchObject({ CancellationReasons: [{ Code: "ConditionalCheckFailed" }] });
  expect(seen).toEqual({ door: 0, engine: 2 });
});

it.each([
  [
    "a role that does not grant it",
    () => shortened.send(new GetCommand({ TableName: "orders", Key: { pk: "OTHER#1" } })),
    1,
  ],
  [
    "a caller who may end it",
    () =>
      shortened.send(new GetCommand({ TableName: "orders", Key }), {
        abortSignal: new AbortController().signal,
      }),
    0,
  ],
  [
    "a bigint",
    () => shortened.send(new PutCommand({ TableName: "orders", Item: { ...Key, n: 2n ** 60n } })),
    0,
  ],
  [
    "a map",
    () =>
      shortened.send(
        new PutCommand({ TableName: "orders", Item: { ...Key, m: new Map([["a", 1]]) } }),
      ),
    0,
  ],
])("takes the SDK's way for %s", async (_what, send, atTheDoor) => {
  await send();
  expect(bySdk).toBe(1);
  expect(seen.door).toBe(atTheDoor);
});

it("leaves what cannot be stored to the SDK's complaint", async () => {
  const put = (n: unknown) =>
    shortened.send(new PutCommand({ TableName: "orders", Item: { ...Key, n } }));
  await expect(put(Number.NaN)).rejects.toThrow("Special numeric value NaN");
  await expect(put(new Set())).rejects.toThrow("non-empty set");
  expect(seen).toEqual({ door: 0, engine: 0 });
});

it("reads a number that is too large for a number as a bigint", async () => {
  await plain.send(new PutCommand({ TableName: "orders", Item: { ...Key, n: 2n ** 60n } }));
  const { Item } = await shortened.send(new GetCommand({ TableName: "orders", Key }));
  expect(Item?.n).toBe(2n ** 60n);
});

it("finds the document client that the bundled functions share", async () => {
  const root = join(import.meta.dirname, "..", "..", "..");
  const assembly = await ensureAssembly(root, "dev", "local");
  const require = createRequire(import.meta.url);
  const { DynamoDBDocumentClient: shared } = require(join(assembly, "functions", DOCUMENT_CLIENT));
  expect(shared.from(new DynamoDBClient({}), {}).send).toBeTypeOf("function");
});
