import type { Item } from "./transact.ts";

const KEY_ATTRIBUTES = new Set([
  ...["pk", "sk", "entity", "due_pk", "due_sk", "ttl"],
  ...[1, 2, 3, 4].flatMap((index) => [`gsi${index}pk`, `gsi${index}sk`]),
]);

/** An item without the attributes that only the table needs. */
export function withoutKeys<T>(item: Item): T {
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => !KEY_ATTRIBUTES.has(name)),
  ) as T;
}
