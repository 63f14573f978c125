/** The beginning of a list. */
export interface FirstItems<Item> {
  readonly items: readonly Item[];
  /** The list goes on after these items. */
  readonly more: boolean;
}

/** Size of the pages to read for `limit` items: one more shows whether the list goes on. */
export const pageFor = (limit: number): number => Math.min(100, limit + 1);

/** The first `limit` items of a list, from as many pages as hold them. */
export async function firstItems<Item>(
  list: AsyncIterable<Item>,
  limit: number,
): Promise<FirstItems<Item>> {
  const items: Item[] = [];
  for await (const item of list) {
    if (items.length >= limit) return { items, more: true };
    items.push(item);
  }
  return { items, more: false };
}
