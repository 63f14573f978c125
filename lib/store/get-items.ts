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
const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 20;

/**
 * Reads items by their keys, strongly consistent: in the order of the keys, without those that are not
 * there. No key may be given twice.
 *
 * @throws ServiceError `service_unavailable` when the table keeps handing out less than it was asked for.
 */
export async function getItems(table: Table, keys: readonly ItemKey[]): Promise<Item[]> {
  const found = new Map<string, Item>();
  for (let from = 0; from < keys.length; from += MOST_KEYS) {
    for (const item of await getBatch(table, keys.slice(from, from + MOST_KEYS))) {
      found.set(nameOf(item as Item & ItemKey), item);
    }
  }
  return keys.map((key) => found.get(nameOf(key))).filter((item) => item !== undefined);
}

/** One batch, in any order. The table leaves out what is too much for one answer or for its capacity. */
async function getBatch(table: Table, batch: readonly ItemKey[]): Promise<Item[]> {
  const items: Item[] = [];
  let left: Item[] = batch.map(({ pk, sk }) => ({ pk, sk }));
  for (let tries = 1; left.length > 0; tries++) {
    if (tries > MAX_TRIES) {
      throw new ServiceError("service_unavailable", "The database is busy; try again shortly.", {
        retryAfterSeconds: 1,
      });
    }
    if (tries > 1) await pause(FIRST_PAUSE_MS * 2 ** (tries - 2) * (0.5 + Math.random()));
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: left, ConsistentRead: true } } }),
    );
    items.push(...(Responses?.[table.name] ?? []));
    left = UnprocessedKeys?.[table.name]?.Keys ?? [];
  }
  return items;
}

function nameOf({ pk, sk }: ItemKey): string {
  return JSON.stringify([pk, sk]);
}
