import { setTimeout as pause } from "node:timers/promises";
import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { ServiceError } from "../domain/errors.ts";
import type { Item, Table } from "./transact.ts";

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** What one call takes. */
const MOST_KEYS = 100;
/** Calls of one batch that may bring nothing; those that bring a part are as many as it takes. */
const MAX_FRUITLESS = 6;
const FIRST_PAUSE_MS = 10;

/**
 * Reads items by their keys, strongly consistent: in the order of the keys, without those that are not
 * there. A key that is given twice is read once, and its item comes once.
 *
 * @throws ServiceError `service_unavailable` when the table keeps handing out nothing of what is left.
 */
export async function getItems(table: Table, keys: readonly ItemKey[]): Promise<Item[]> {
  // The table refuses a whole call in which a key comes twice.
  const asked = new Map(keys.map((key) => [nameOf(key), key]));
  const unique = [...asked.values()];
  const found = new Map<string, Item>();
  for (let from = 0; from < unique.length; from += MOST_KEYS) {
    for (const item of await getBatch(table, unique.slice(from, from + MOST_KEYS))) {
      found.set(nameOf(item as Item & ItemKey), item);
    }
  }
  return [...asked.keys()].map((name) => found.get(name)).filter((item) => item !== undefined);
}

/** One batch, in any order. The table leaves out what is too much for one answer or for its capacity. */
async function getBatch(table: Table, batch: readonly ItemKey[]): Promise<Item[]> {
  const items: Item[] = [];
  let left: Item[] = batch.map(({ pk, sk }) => ({ pk, sk }));
  let fruitless = 0;
  while (left.length > 0) {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: left, ConsistentRead: true } } }),
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
  return new ServiceError("service_unavailable", "The database is busy; try again shortly.", {
    retryAfterSeconds: 1,
  });
}

function nameOf({ pk, sk }: ItemKey): string {
  return JSON.stringify([pk, sk]);
}
