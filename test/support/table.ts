import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { AwsSdkSigV4Signer } from "@aws-sdk/core/httpAuthSchemes";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import type { AwsClient } from "../../lib/cloud/aws-client.ts";
import { DocumentClient, ScanCommand } from "../../lib/cloud/dynamodb.ts";
import { startDynamoDb } from "../../lib/local/engines/dynamodb-process.ts";
import {
  type EngineSockets,
  openEngineSockets,
  UNCHECKED,
} from "../../lib/local/engines/engine-sockets.ts";
import { bodyOf } from "../../lib/store/events.ts";
import { TABLE } from "../../lib/store/table.ts";
import type { Table } from "../../lib/store/transact.ts";

/** The bodies of all events in a table, as webhooks carry them. */
export async function eventsIn(table: Table): Promise<string[]> {
  const bodies: string[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        FilterExpression: "entity = :event",
        ExpressionAttributeValues: { ":event": "event" },
        ExclusiveStartKey: from,
      }),
    );
    bodies.push(...Items.map(bodyOf));
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return bodies;
}

/** Throws where an event in one of the tables is not as the contract publishes it. */
export async function assertEventsAsPublished(tables: readonly Table[]): Promise<void> {
  const bodies = (await Promise.all(tables.map(eventsIn))).flat();
  if (bodies.length === 0) return;
  // Loaded late: to compile the contract takes longer than many a test.
  const { eventViolation } = await import("./contract.ts");
  const found = bodies.map(eventViolation).filter((each): each is string => each !== null);
  if (found.length > 0) throw new Error(`Not as published:\n${found.join("\n")}`);
}

export interface TestTable {
  readonly table: Table;
  /** For clients of one's own, e.g. in `AWS_ENDPOINT_URL_DYNAMODB`. */
  readonly endpoint: string;
  /** Another empty one in the same engine, for a test that looks at everything there is. */
  readonly another: () => Promise<Table>;
  readonly stop: () => Promise<void>;
}

/** Which engine tests run on; they differ in how they count index writes of transactions. */
export type EngineName = "embedded" | "amazon";

const GIVEN = process.env.TEST_DYNAMODB_ENDPOINT ?? "";

/** `amazon` where `TEST_DYNAMODB_ENDPOINT` names a DynamoDB Local, else the embedded engine. */
export const ENGINE: EngineName = GIVEN === "" ? "embedded" : "amazon";

/** Timeout of a test with thousands of writes. DynamoDB Local takes about ten times as long for each. */
export const LONG_TEST_MS = ENGINE === "embedded" ? 240_000 : 1_200_000;

type SentHttp = Parameters<NodeHttpHandler["handle"]>[0];
const addressOf = ({ hostname, port }: SentHttp) => `${hostname}:${port}`;

/**
 * Embedded engines that get requests without signature and Node's HTTP client, as those of a local stack do: half of a request's
 * processor time. What may be aborted, and what goes to a server in front of an engine, goes the usual way.
 */
const shared = globalThis as { directEngines?: Map<string, EngineSockets> };
shared.directEngines ??= takeRequests();
const engines = shared.directEngines;

function takeRequests(): Map<string, EngineSockets> {
  const direct = new Map<string, EngineSockets>();
  const { prototype: signer } = AwsSdkSigV4Signer;
  const { prototype: handler } = NodeHttpHandler;
  const { sign } = signer;
  const { handle } = handler;
  signer.sign = function (request, ...rest) {
    const isDirect = direct.has(addressOf(request as SentHttp));
    return isDirect ? Promise.resolve(request) : sign.call(this, request, ...rest);
  };
  handler.handle = async function (request, options) {
    const engine = direct.get(addressOf(request));
    if (engine === undefined) return handle.call(this, request, options);
    const headers = { ...UNCHECKED, "x-amz-target": request.headers["x-amz-target"] ?? "" };
    const sent = options?.abortSignal === undefined ? engine.post(headers, request.body) : null;
    const reply = await sent?.catch(() => null);
    if (!reply) {
      Object.assign(request.headers, UNCHECKED);
      return handle.call(this, request, options);
    }
    const { status: statusCode, contentType, body } = reply;
    const response = { statusCode, headers: { "content-type": contentType }, body };
    return { response } as unknown as ReturnType<typeof handle>;
  };
  return direct;
}

/**
 * A real engine with the service's one table in it: the embedded one, in memory, or the one at
 * `TEST_DYNAMODB_ENDPOINT`, with tables of its own that are deleted at the end. Stop it in `afterAll`:
 * that fails where a table holds an event which is not as the contract publishes it.
 */
export async function startTable(): Promise<TestTable> {
  const engine =
    ENGINE === "amazon" ? { endpoint: GIVEN, close: async () => {} } : await startDynamoDb(null);
  const access = {
    endpoint: engine.endpoint,
    region: "local",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  };
  const { host } = new URL(engine.endpoint);
  if (ENGINE === "embedded") engines.set(host, openEngineSockets(engine.endpoint));
  const client = new DynamoDBClient(access);
  const documents = new DocumentClient(access);
  const names: string[] = [];
  const another = async (): Promise<Table> => {
    // Test files share an engine that was given.
    const name = `checkout-test-${randomUUID()}`;
    await createTable(client, name);
    names.push(name);
    return { client: documents, name };
  };
  return {
    table: await another(),
    endpoint: engine.endpoint,
    another,
    stop: async () => {
      try {
        await assertEventsAsPublished(names.map((name) => ({ client: documents, name })));
      } finally {
        await stopEngine();
      }
    },
  };
  async function stopEngine(): Promise<void> {
    if (ENGINE === "amazon") {
      for (const TableName of names) await client.send(new DeleteTableCommand({ TableName }));
    }
    client.destroy();
    documents.destroy();
    engines.delete(host);
    await engine.close();
  }
}

async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  const key = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: "HASH" as const },
    { AttributeName: range, KeyType: "RANGE" as const },
  ];
  const keys = [TABLE, ...TABLE.indexes].flatMap(({ partitionKey, sortKey }) => [
    partitionKey,
    sortKey,
  ]);
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: keys.map((attribute) => ({
        AttributeName: attribute,
        AttributeType: "S",
      })),
      KeySchema: key(TABLE.partitionKey, TABLE.sortKey),
      GlobalSecondaryIndexes: TABLE.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: key(index.partitionKey, index.sortKey),
        Projection: index.projection,
      })),
    }),
  );
}

/** An SDK command, and its input without its type. */
export interface SentCommand {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** The same table; `around` sends each command by calling `send`, or does something else. */
export function interceptedTable(
  table: Table,
  around: (command: SentCommand, send: () => Promise<unknown>) => Promise<unknown>,
): Table {
  const plain = table.client.send.bind(table.client) as (command: object) => Promise<unknown>;
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === "send"
        ? (command: Pick<SentCommand, "input">) =>
            around({ name: command.constructor.name, input: command.input }, () => plain(command))
        : Reflect.get(target, name),
  });
  return { ...table, client };
}

/** The partition that a query reads. */
export function queriedPartition({ input }: SentCommand): unknown {
  return (input.ExpressionAttributeValues as Record<string, unknown> | undefined)?.[":pk"];
}

export interface FlakyTable {
  readonly endpoint: string;
  /** Faults so far: calls that failed before they arrived, and answers that were lost after. */
  readonly faults: { before: number; after: number };
  /** From now on everything works. */
  heal(): void;
  /** Faults happen again, with this probability. */
  hurt(share: number): void;
  close(): Promise<void>;
}

/**
 * A way to the table on which calls fail before they arrive and answers are lost after the table has
 * done its work, each with the given probability (0..1).
 */
export async function flakyTable(
  endpoint: string,
  share: number,
  random: () => number,
): Promise<FlakyTable> {
  const faults = { before: 0, after: 0 };
  let chance = share;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (random() < chance) {
      faults.before += 1;
      response.writeHead(500).end("{}");
      return;
    }
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const answer = await fetch(endpoint + (request.url ?? "/"), {
      method: "POST",
      headers: headers as Record<string, string>,
      body: Buffer.concat(chunks),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (random() < chance) {
      faults.after += 1;
      request.socket.destroy();
      return;
    }
    const kept = ["content-type", "x-amz-crc32"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    heal: () => {
      chance = 0;
    },
    hurt: (share) => {
      chance = share;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Sent {
  /** As AWS names it, such as `GetItem`. */
  readonly operation: string;
  readonly input: object;
}

/**
 * Lets a test look at each command of a client, hold it, answer it or change its answer.
 *
 * @param around sends it with `next`
 * @returns undoes it; the last one first
 */
export function aroundSends(
  client: AwsClient,
  around: (sent: Sent, next: () => Promise<object>) => Promise<unknown>,
): () => void {
  const { send } = client;
  const changed = (...call: Parameters<typeof send>) =>
    around(call[0], () => Reflect.apply(send, client, call));
  Object.assign(client, { send: changed });
  return () => void Object.assign(client, { send });
}
