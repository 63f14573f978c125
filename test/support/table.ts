import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { startDynamoDb } from "../../lib/local/engines/dynamodb-process.ts";
import { TABLE } from "../../lib/store/table.ts";
import type { Table } from "../../lib/store/transact.ts";

export interface TestTable {
  readonly table: Table;
  /** For clients of one's own, e.g. in `AWS_ENDPOINT_URL_DYNAMODB`. */
  readonly endpoint: string;
  /** Another empty one in the same engine, for a test that looks at everything there is. */
  readonly another: () => Promise<Table>;
  readonly stop: () => Promise<void>;
}

/** The real engine, in memory, with the service's one table in it. Stop it in `afterAll`. */
export async function startTable(): Promise<TestTable> {
  const engine = await startDynamoDb(null);
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: "local",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  const documents = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  let count = 0;
  const another = async (): Promise<Table> => {
    count += 1;
    const name = `checkout-test-${count}`;
    await createTable(client, name);
    return { client: documents, name };
  };
  return {
    table: await another(),
    endpoint: engine.endpoint,
    another,
    stop: async () => {
      client.destroy();
      await engine.close();
    },
  };
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
        Projection: { ProjectionType: index.projection },
      })),
    }),
  );
}
