import { setTimeout as pause } from "node:timers/promises";
import { BatchGetCommand } from "../cloud/dynamodb.ts";
import { ServiceError } from "../domain/errors.ts";
import type { Item, Table } from "./transact.ts";

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** How items are read; strongly consistent and whole unless told otherwise. */
export interface ReadOptions {
  readonly ConsistentRead?: boolean;
  /** The attributes to return. It must name `pk` and `sk`. */
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
}

/** Maximum of keys per call. */
const MAX_KEYS = 100;
/** Maximum of calls per batch that return nothing; calls that return a part are not limited. */
const MAX_FRUITLESS = 6;
const FIRST_PAUSE_MS = 10;

/**
 * Reads items by their keys, in the order of the keys. Leaves out missing items; a repeated key returns its item once.
 *
 * @throws ServiceError `service_unavailable` if the table repeatedly returns none of the remaining items
 */
export async function getItems(
  table: Table,
  keys: readonly ItemKey[],
  options: ReadOptions = {},
): Promise<Item[]> {
  // DynamoDB rejects a call with a repeated key.
  const asked = new Map(keys.map((key) => [nameOf(key), key]));
  const unique = [...asked.values()];
  const found = new Map<string, Item>();
  for (let from = 0; from < unique.length; from += MAX_KEYS) {
    for (const item of await getBatch(table, unique.slice(from, from + MAX_KEYS), options)) {
      found.set(nameOf(item as Item & ItemKey), item);
    }
  }
  return [...asked.keys()].map((name) => found.get(name)).filter((item) => item !== undefined);
}

/** Reads one batch, in any order. DynamoDB leaves out items beyond its response size or capacity. */
async function getBatch(
  table: Table,
  batch: readonly ItemKey[],
  options: ReadOptions,
): Promise<Item[]> {
  const items: Item[] = [];
  let left: Item[] = batch.map(({ pk, sk }) => ({ pk, sk }));
  let fruitless = 0;
  while (left.length > 0) {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({
        RequestItems: { [table.name]: { Keys: left, ConsistentRead: true, ...options } },
      }),
    );
    items.push(...(Responses?.[table.name] ?? []));
    const leftOut = UnprocessedKeys?.[table.name]?.Keys ?? [];
    if (leftOut.length === left.length) fruitless++;
    if (fruitless === MAX_FRUITLESS) throw isBusy();
    left = leftOut;
    if (left.length > 0) await pause(FIRST_PAUSE_MS * 2 ** fruitless * (0.5 + Math.random()));
  }
  return items;
}

function isBusy(): ServiceError {
  return new ServiceError("service_unavailable", "The database is busy. Try again shortly.", {
    retryAfterSeconds: 1,
  });
}

function nameOf({ pk, sk }: ItemKey): string {
  return JSON.stringify([pk, sk]);
}
