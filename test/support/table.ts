import { randomUUID } from "node:crypto";
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { startDynamoDb } from "../../lib/local/engines/dynamodb-process.ts";
import { TABLE } from "../../lib/store/table.ts";
import type { Table } from "../../lib/store/transact.ts";
import { assertEventsAsPublished } from "./event-bodies.ts";

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

/**
 * A real engine with the service's one table in it: the embedded one, in memory, or the one at
 * `TEST_DYNAMODB_ENDPOINT`, with tables of its own that are deleted at the end. Stop it in `afterAll`:
 * that fails where a table holds an event which is not as the contract publishes it.
 */
export async function startTable(): Promise<TestTable> {
  const engine =
    ENGINE === "amazon" ? { endpoint: GIVEN, close: async () => {} } : await startDynamoDb(null);
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: "local",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  const documents = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
  });
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
