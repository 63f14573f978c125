import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { TABLE } from "../../lib/store/table.ts";
import { ENGINE } from "./table.ts";

type Item = Readonly<Record<string, unknown>>;
type Marshalled = Parameters<typeof unmarshall>[0];

/** One item before and after a write; undefined where there was none. */
export interface ItemChange {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

interface Key {
  readonly pk: unknown;
  readonly sk: unknown;
}

/** Keys of the items that a write request touches. */
export function writtenKeys(body: Readonly<Record<string, unknown>>): readonly Key[] {
  const batch = Object.values(body.RequestItems ?? {}).flat();
  const operations = (body.TransactItems ??
    (batch.length > 0 ? batch : [{ Any: body }])) as readonly Record<string, Written>[];
  return operations.flatMap((operation) =>
    Object.entries(operation).flatMap(([name, { Key, Item }]) => {
      const { pk, sk } = Key ?? Item ?? {};
      return name === "ConditionCheck" || pk === undefined ? [] : [{ pk, sk }];
    }),
  );
}

interface Written {
  readonly Key?: Key;
  readonly Item?: Key;
}

/** Pairs the items of two batch reads by their keys. */
export function changesOf(
  keys: readonly Key[],
  before: readonly Marshalled[],
  after: readonly Marshalled[],
): readonly ItemChange[] {
  const find = (items: readonly Marshalled[], key: Key) => {
    const found = items.find((item) => nameOf(item as unknown as Key) === nameOf(key));
    return found && unmarshall(found);
  };
  return keys.map((key) => ({ before: find(before, key), after: find(after, key) }));
}

function nameOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}

/**
 * Writes by partition key, of the table (`table`) and of its indexes, as DynamoDB makes them: an index
 * takes one write for a new or removed row and for a change of what it copies, and two where the row moves.
 */
export function partitionWrites(changes: readonly ItemChange[]): ReadonlyMap<string, number> {
  const writes = new Map<string, number>();
  const add = (where: string, partition: unknown) => {
    const name = `${where} ${String(partition)}`;
    writes.set(name, (writes.get(name) ?? 0) + 1);
  };
  for (const { before, after } of changes) {
    add("table", (after ?? before)?.pk);
    for (const index of TABLE.indexes) {
      const copied = index.projection.NonKeyAttributes ?? [];
      const row = (item: Item | undefined) => {
        if (item?.[index.partitionKey] === undefined) return null;
        const place = [item[index.partitionKey], item[index.sortKey]];
        const isWhole = index.projection.ProjectionType === "ALL";
        const content = isWhole ? Object.entries(item).sort() : copied.map((name) => item[name]);
        return { partition: place[0], place: JSON.stringify(place), text: JSON.stringify(content) };
      };
      const [old, now] = [row(before), row(after)];
      const moved = old?.place !== now?.place;
      if (old && moved) add(index.name, old.partition);
      if (now && (moved || old?.text !== now.text)) add(index.name, now.partition);
    }
  }
  return writes;
}

/** One call of a function to an AWS service. */
export interface MeteredCall {
  /** `dynamodb`, `sqs`, `events` or `secretsmanager`. */
  readonly service: string;
  readonly action: string;
  /** DynamoDB only. */
  readonly readUnits: number;
  readonly writeUnits: number;
  /**
   * Write units by the higher count: Amazon's DynamoDB Local counts the index writes of a transaction
   * twice. Prices are stated by this one until a bill says otherwise.
   */
  readonly higherWriteUnits: number;
  /** Writes to the table only, and only while changes are watched: the items before and after. */
  readonly changes: readonly ItemChange[];
  /** The request as it was sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface AwsMeter {
  /** For every `AWS_ENDPOINT_URL_…`. */
  readonly endpoint: string;
  /** From now on, or no longer, reads items around each write, so that calls have `changes`. */
  watchChanges(on: boolean): void;
  /** Calls since the last reading. */
  take(): readonly MeteredCall[];
  close(): Promise<void>;
}

const capacity = z.object({
  CapacityUnits: z.number().default(0),
  GlobalSecondaryIndexes: z.record(z.string(), z.object({ CapacityUnits: z.number() })).default({}),
});
const answerWithCapacity = z.looseObject({
  ConsumedCapacity: z.union([capacity, z.array(capacity)]).optional(),
});
const batchAnswer = z.object({
  Responses: z.record(z.string(), z.array(z.record(z.string(), z.any()))),
});
const WRITES = new Set([
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "BatchWriteItem",
  "TransactWriteItems",
]);
const SERVICES: Readonly<Record<string, string>> = {
  DynamoDB_20120810: "dynamodb",
  AmazonSQS: "sqs",
  AWSEvents: "events",
  secretsmanager: "secretsmanager",
};

/**
 * Stands between functions and AWS, and writes down what they call. The table is the real engine, asked
 * to say what each call consumes; queues, bus and secrets answer just enough to go on.
 *
 * @param secrets JSON text by the secret's id
 */
export async function startAwsMeter(
  dynamoDbEndpoint: string,
  secrets: Readonly<Record<string, string>> = {},
): Promise<AwsMeter> {
  let calls: MeteredCall[] = [];
  let isWatching = false;
  const server = createServer(async (request, response) => {
    const [prefix = "", action = ""] = String(request.headers["x-amz-target"]).split(".");
    const service = SERVICES[prefix] ?? prefix;
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>;
    try {
      if (service !== "dynamodb") {
        calls.push({ service, action, ...NO_UNITS, changes: [], body });
        const answer = JSON.stringify(standIn(action, body, secrets));
        response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end(answer);
        return;
      }
      const send = (what: object, headers = forwarded(request)) =>
        fetch(dynamoDbEndpoint, { method: "POST", headers, body: JSON.stringify(what) });
      const keys = isWatching && WRITES.has(action) ? writtenKeys(body) : [];
      const before = await readItems(keys, send, request);
      const answer = await send({ ...body, ReturnConsumedCapacity: "INDEXES" });
      const text = await answer.text();
      const after = await readItems(keys, send, request);
      const changes = answer.ok ? changesOf(keys, before, after) : [];
      calls.push({ service, action, ...unitsOf(action, text), changes, body });
      response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" }).end(text);
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    watchChanges: (on) => {
      isWatching = on;
    },
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Points the functions of this process at the meter; call it before they are imported. */
export function pointFunctionsAt({ endpoint }: AwsMeter): void {
  for (const service of ["DYNAMODB", "SQS", "EVENTBRIDGE", "SECRETS_MANAGER"]) {
    process.env[`AWS_ENDPOINT_URL_${service}`] = endpoint;
  }
  // The SDK sends to the queue's own address, whatever the endpoint.
  for (const name of Object.keys(process.env).filter((key) => key.startsWith("QUEUE_URL_"))) {
    process.env[name] = `${endpoint}/${name}`;
  }
}

/** Of the one table that the request at hand names. */
async function readItems(
  keys: readonly object[],
  send: (what: object, headers: Record<string, string>) => Promise<Response>,
  request: IncomingMessage,
) {
  const TableName = process.env.TABLE_NAME ?? "";
  if (keys.length === 0) return [];
  const headers = { ...forwarded(request), "x-amz-target": "DynamoDB_20120810.BatchGetItem" };
  const RequestItems = { [TableName]: { Keys: keys, ConsistentRead: true } };
  const { Responses } = batchAnswer.parse(await (await send({ RequestItems }, headers)).json());
  return Responses[TableName] ?? [];
}

function forwarded({ headers }: IncomingMessage): Record<string, string> {
  return {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": String(headers["x-amz-target"]),
    authorization: String(headers.authorization),
    "x-amz-date": String(headers["x-amz-date"]),
  };
}

/** A refused request costs too on AWS, but tells nothing of it; only its call counts here. */
function unitsOf(action: string, text: string): Units {
  const { ConsumedCapacity } = answerWithCapacity.parse(JSON.parse(text));
  const tables = [ConsumedCapacity ?? []].flat();
  const units = tables.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  if (!WRITES.has(action)) return { ...NO_UNITS, readUnits: units };
  const ofIndexes = tables
    .flatMap(({ GlobalSecondaryIndexes }) => Object.values(GlobalSecondaryIndexes))
    .reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  const isDoubled = action === "TransactWriteItems" && ENGINE === "embedded";
  return {
    readUnits: 0,
    writeUnits: units,
    higherWriteUnits: units + (isDoubled ? ofIndexes : 0),
  };
}

type Units = Pick<MeteredCall, "readUnits" | "writeUnits" | "higherWriteUnits">;
const NO_UNITS: Units = { readUnits: 0, writeUnits: 0, higherWriteUnits: 0 };

function standIn(
  action: string,
  body: Readonly<Record<string, unknown>>,
  secrets: Readonly<Record<string, string>>,
): object {
  const messageOf = (text: unknown) => ({
    MessageId: "1",
    MD5OfMessageBody: createHash("md5").update(String(text)).digest("hex"),
  });
  switch (action) {
    case "GetSecretValue":
      return { SecretString: secrets[String(body.SecretId)] ?? "{}" };
    case "SendMessage":
      return messageOf(body.MessageBody);
    case "SendMessageBatch": {
      const entries = body.Entries as readonly { Id: string; MessageBody: string }[];
      return {
        Successful: entries.map(({ Id, MessageBody }) => ({ Id, ...messageOf(MessageBody) })),
        Failed: [],
      };
    }
    case "ReceiveMessage":
      // A sender asks on a machine so busy that a POST takes longer than 0.3 s.
      return {};
    case "PutEvents":
      return {
        FailedEntryCount: 0,
        Entries: (body.Entries as readonly unknown[]).map((_, index) => ({ EventId: `${index}` })),
      };
    default:
      throw new Error(`${action} has no stand-in`);
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString() || "{}";
}
