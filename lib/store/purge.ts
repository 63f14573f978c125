import { DeleteCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { IndexName } from "./table.ts";
import type { Item, Table } from "./transact.ts";

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
