import { DeleteCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { IndexName } from "./table.ts";
import type { Item, Table } from "./transact.ts";

/** Deletes all items of a partition of the table or of an index. */
export async function deletePartition(
  table: Table,
  partition: string,
  index?: Exclude<IndexName, "due">,
): Promise<void> {
  for await (const item of itemsOf(table, partition, index)) await deleteItem(table, item);
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

async function deleteItem(table: Table, { pk, sk }: Item): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
}
