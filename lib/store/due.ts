import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { getItems, type ItemKey } from "./get-items.ts";
import { type DueKind, duePartitions, instantKey } from "./table.ts";
import type { Item, Table } from "./transact.ts";

/** Keys of items of a kind whose time was at or before `until` (ms), oldest first, at most `limit` a shard. */
export async function dueItemKeys(
  table: Table,
  kind: DueKind,
  until: number,
  limit: number,
): Promise<ItemKey[]> {
  const pages = await Promise.all(
    duePartitions(kind).map((partition) =>
      table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: "due",
          KeyConditionExpression: "due_pk = :pk AND due_sk <= :until",
          ExpressionAttributeValues: { ":pk": partition, ":until": instantKey(until) },
          Limit: limit,
        }),
      ),
    ),
  );
  return pages.flatMap(({ Items = [] }) => Items as (Item & ItemKey)[]);
}

/** As `dueItemKeys`, the items themselves as they are now: what was seen to meanwhile is left out. */
export async function dueItems(
  table: Table,
  kind: DueKind,
  until: number,
  limit: number,
): Promise<Item[]> {
  const items = await getItems(table, await dueItemKeys(table, kind, until, limit));
  const last = instantKey(until);
  return items.filter(({ due_sk: at }) => typeof at === "string" && at <= last);
}
