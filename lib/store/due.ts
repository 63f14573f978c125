import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { duePartitions, instantKey } from "./table.ts";
import type { Item, Table } from "./transact.ts";

/** What has a time in the `due` index and is looked after by a sweeper. */
type DueKind = Parameters<typeof duePartitions>[0];

/** Items of a kind whose time was at or before `until` (ms), oldest first, at most `limit` a shard. */
export async function dueItems(
  table: Table,
  kind: DueKind,
  until: number,
  limit: number,
): Promise<Item[]> {
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
  return pages.flatMap(({ Items }) => Items ?? []);
}
