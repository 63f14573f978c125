import { DeleteCommand, GetCommand, PutCommand, paginateQuery } from "../cloud/dynamodb.ts";
import { instant } from "../domain/instant.ts";
import type { Recovery } from "../domain/user.ts";
import { dueItems, type OnUnreadable, readAll } from "./due.ts";
import { duePartition } from "./due-shards.ts";
import { shapeOf } from "./shape.ts";
import type { IndexName } from "./table.ts";
import { type Item, type Table, unlessRefused, type Write } from "./transact.ts";

const KEPT_MS = 90 * 86_400_000;
/** A recovery makes progress every few seconds. After this long its message must have been lost. */
const SWEEP_AFTER_MS = 2 * 60_000;

/** Reads a recovery, strongly consistent; null if there is none or it has expired. */
export async function getRecovery(
  table: Table,
  endpointId: string,
  id: string,
  now: number,
): Promise<Recovery | null> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: { pk: `RCV#${endpointId}`, sk: id },
      ConsistentRead: true,
    }),
  );
  const recovery = Item ? recoveryFrom(Item) : null;
  return recovery && recovery.createdAt + KEPT_MS > now ? recovery : null;
}

/** Stores a new recovery; refused (label `recovery`) if its id is taken. */
export function newRecoveryWrite(recovery: Recovery): Write {
  return {
    label: "recovery",
    put: { Item: recoveryToItem(recovery), ConditionExpression: "attribute_not_exists(pk)" },
  };
}

/** Stores the progress; false if another worker has stored some since `before` was read. */
export async function saveRecovery(
  table: Table,
  before: Recovery,
  after: Recovery,
): Promise<boolean> {
  const saved = await unlessRefused(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: recoveryToItem(after),
        ConditionExpression: "version = :version",
        ExpressionAttributeValues: { ":version": before.version },
      }),
    ),
  );
  return saved !== null;
}

/** Recoveries without progress, oldest first, at most `limit` per shard. */
export async function overdueRecoveries(
  table: Table,
  now: number,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<Recovery[]> {
  return readAll(await dueItems(table, "RCV", now, limit), recoveryFrom, onUnreadable);
}

function recoveryToItem(recovery: Recovery): Item {
  return {
    pk: `RCV#${recovery.endpointId}`,
    sk: recovery.id,
    entity: "recovery",
    ...recovery,
    ...(recovery.status === "running"
      ? {
          due_pk: duePartition("RCV", recovery.id),
          due_sk: instant(recovery.touchedAt + SWEEP_AFTER_MS),
        }
      : {}),
    ttl: Math.ceil((recovery.createdAt + KEPT_MS) / 1000),
  };
}

const recoveryFrom = shapeOf<Recovery>("recovery", {
  id: "text",
  accountId: "text",
  endpointId: "text",
  status: "text",
  since: "number",
  createdAt: "number",
  recovered: "number",
  group: "text",
  after: "text",
  version: "number",
  touchedAt: "number",
  completedAt: "number or null",
});

/** Items that are worked on at the same time. */
const AT_ONCE = 20;

/** A run has used its time; the next one continues. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/**
 * Deletes all items of a partition of the table or of an index, in any order.
 *
 * @throws OutOfTime at `until` (`performance.now()`)
 */
export async function deletePartition(
  table: Table,
  partition: string,
  until: number,
  index?: Exclude<IndexName, "due">,
): Promise<void> {
  await forEachItem(itemsOf(table, partition, index), until, (item) => deleteItem(table, item));
}

/** Works on some items at the same time. @throws OutOfTime at `until` (`performance.now()`) */
export async function forEachItem<T>(
  items: AsyncIterable<T>,
  until: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let some: T[] = [];
  const flush = async () => {
    if (performance.now() > until) throw new OutOfTime();
    await Promise.all(some.map(work));
    some = [];
  };
  for await (const item of items) {
    some.push(item);
    if (some.length === AT_ONCE) await flush();
  }
  await flush();
}

/** Items of a partition of the table or of an index. */
export async function* itemsOf(
  table: Table,
  partition: string,
  index?: Exclude<IndexName, "due">,
): AsyncGenerator<Item> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: index,
      KeyConditionExpression: `${index === undefined ? "pk" : `${index}pk`} = :pk`,
      ExpressionAttributeValues: { ":pk": partition },
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}

export async function deleteItem(table: Table, { pk, sk }: Item): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
}
