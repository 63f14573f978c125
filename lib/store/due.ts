import { QueryCommand } from "../cloud/dynamodb.ts";
import { instant } from "../domain/instant.ts";
import { type DueKind, MAX_DUE_SHARDS, partitionsToSweep } from "./due-shards.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import { UnreadableItem } from "./shape.ts";
import type { Item, Table } from "./transact.ts";

/**
 * Keys of items of a kind that were due by `until` (ms), oldest first in each shard. At most `limit` for each of
 * `MAX_DUE_SHARDS`, however many are in use.
 */
export async function dueItemKeys(
  table: Table,
  kind: DueKind,
  until: number,
  limit: number,
): Promise<ItemKey[]> {
  const partitions = partitionsToSweep(kind, until);
  const pages = await Promise.all(
    partitions.map((partition) =>
      table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: "due",
          KeyConditionExpression: "due_pk = :pk AND due_sk <= :until",
          ExpressionAttributeValues: { ":pk": partition, ":until": instant(until) },
          Limit: Math.ceil((limit * MAX_DUE_SHARDS) / partitions.length),
        }),
      ),
    ),
  );
  return pages.flatMap(({ Items = [] }) => Items as (Item & ItemKey)[]);
}

/** As `dueItemKeys`, but reads the items; leaves out those that are no longer due. */
export async function dueItems(
  table: Table,
  kind: DueKind,
  until: number,
  limit: number,
): Promise<Item[]> {
  const items = await getItems(table, await dueItemKeys(table, kind, until, limit));
  const last = instant(until);
  return items.filter(({ due_sk: at }) => typeof at === "string" && at <= last);
}

/** Called for an item that is left out because it is unreadable. */
export type OnUnreadable = (error: UnreadableItem) => void;

/**
 * Reads items one by one, so that an unreadable one does not keep a sweeper or a list from the others.
 *
 * @throws UnreadableItem without `onUnreadable`
 */
export function readAll<T>(
  items: readonly Item[],
  read: (item: Item) => T,
  onUnreadable?: OnUnreadable,
): T[] {
  const skip = nullIfUnreadable(onUnreadable);
  return items.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      return skip(error) ?? [];
    }
  });
}

/** Catches the error of one unreadable item, as `readAll` does; throws any other. */
export function nullIfUnreadable(onUnreadable?: OnUnreadable): (error: unknown) => null {
  return (error) => {
    if (!onUnreadable || !(error instanceof UnreadableItem)) throw error;
    onUnreadable(error);
    return null;
  };
}
