import type { DeployedTable, Deployment, KeyElement } from "../assembly/deployment.ts";
import type { Json } from "../assembly/intrinsics.ts";
import type { Clock } from "../clock.ts";
import type { DataFolder } from "../data-folder.ts";
import { type AwsJsonClient, AwsJsonError } from "./aws-json.ts";
import { type DynamoDb, startDynamoDb } from "./dynamodb-process.ts";
import { type QueueEngine, startQueueEngine } from "./queue-engine.ts";
import type { StreamFilters } from "./stream-index.ts";

// Starts the table engine and the queue engine side by side.

/**
 * @param closers receives what closes each engine as soon as it runs, so that a failed start of one still
 * stops the other
 */
export async function startEngines(
  options: {
    readonly data: DataFolder;
    readonly clock: Clock;
    readonly deployment: Deployment;
  },
  closers: (() => Promise<void> | void)[],
): Promise<readonly [DynamoDb, QueueEngine]> {
  const { data, clock, deployment } = options;
  const { queues, place } = deployment;
  const { region } = place;
  const starting = [
    startDynamoDb(data.file("dynamodb.db"), { streams: streamFilters(deployment) }),
    startQueueEngine({ now: clock.now, dataFolder: data.file("queues"), region }, queues),
  ] as const;
  for (const engine of starting) {
    void engine.then(
      (started) => closers.push(started.close),
      () => {},
    );
  }
  return await Promise.all(starting);
}

function streamFilters({ tables, sources }: Deployment): StreamFilters {
  const filters = tables.map(({ name, arn }) => {
    const readers = sources.filter(({ sourceArn }) => sourceArn.startsWith(`${arn}/`));
    const wantsAll = readers.some((reader) => reader.filters.length === 0);
    return [name, wantsAll ? [] : readers.flatMap((reader) => reader.filters)] as const;
  });
  return new Map(filters.filter(([, patterns]) => patterns.length > 0));
}

// Creates the tables of the template where they do not exist, and rejects an existing table with another
// schema: rows under other keys would be lost without a message.

/** Stream ARNs by table name. @throws Error where an existing table has another schema. */
export async function ensureTables(
  client: AwsJsonClient,
  tables: readonly DeployedTable[],
): Promise<ReadonlyMap<string, string>> {
  const streams = new Map<string, string>();
  for (const table of tables) {
    const found = (await describe(client, table.name)) ?? (await create(client, table));
    const wanted = schemaText(table.keys, table.indexes);
    const actual = schemaText(found.KeySchema ?? [], found.GlobalSecondaryIndexes ?? []);
    if (wanted !== actual) {
      throw new Error(
        `The table ${table.name} was made with another schema.\n` +
          `  it has: ${actual}\n  the template wants: ${wanted}\n` +
          "Move the data folder away (LOCAL_DATA, by default .local/) or, with DYNAMODB_ENDPOINT, delete\n" +
          "the table, and start again.",
      );
    }
    if (typeof found.LatestStreamArn === "string") streams.set(table.name, found.LatestStreamArn);
  }
  return streams;
}

type Description = {
  KeySchema?: readonly KeyElement[];
  GlobalSecondaryIndexes?: readonly Index[];
  LatestStreamArn?: Json;
};

type Index = {
  IndexName: string;
  KeySchema: readonly KeyElement[];
  Projection?: { ProjectionType?: string; NonKeyAttributes?: readonly string[] };
};

async function describe(client: AwsJsonClient, name: string): Promise<Description | null> {
  try {
    const answer = await client.call("DynamoDB_20120810.DescribeTable", { TableName: name });
    return answer.Table as Description;
  } catch (error) {
    if (error instanceof AwsJsonError && error.code === "ResourceNotFoundException") return null;
    throw error;
  }
}

async function create(client: AwsJsonClient, table: DeployedTable): Promise<Description> {
  await client.call("DynamoDB_20120810.CreateTable", {
    TableName: table.name,
    AttributeDefinitions: table.attributes,
    KeySchema: table.keys,
    ...(table.indexes.length > 0 && { GlobalSecondaryIndexes: table.indexes }),
    BillingMode: "PAY_PER_REQUEST",
    ...(table.streamView !== null && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: table.streamView },
    }),
  });
  const made = await describe(client, table.name);
  if (made === null) throw new Error(`The table ${table.name} was made and is not there.`);
  return made;
}

function schemaText(keys: readonly KeyElement[], indexes: readonly Index[]): string {
  const names = (elements: readonly KeyElement[]) =>
    elements.map((key) => key.AttributeName).join("+");
  const parts = indexes
    .map(
      ({ IndexName, KeySchema, Projection }) =>
        `${IndexName}(${names(KeySchema)}) copies ${copied(Projection)}`,
    )
    .sort();
  return [names(keys), ...parts].join(", ");
}

function copied({ ProjectionType = "ALL", NonKeyAttributes = [] }: Index["Projection"] = {}) {
  return [ProjectionType, ...NonKeyAttributes.toSorted()].join("+");
}
