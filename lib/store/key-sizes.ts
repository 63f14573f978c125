import { TABLE } from "./table.ts";

/**
 * Bytes of UTF-8 that a key attribute may have. DynamoDB takes 2,048 for a partition key and 1,024 for a sort
 * key. Amazon's DynamoDB Local takes 1,024 for either key of an index, so the service stays below that.
 */
const MOST_BYTES: readonly (readonly [attribute: string, bytes: number])[] = [
  [TABLE.partitionKey, 2_048],
  [TABLE.sortKey, 1_024],
  ...TABLE.indexes.flatMap(({ partitionKey, sortKey }) => [
    [partitionKey, 1_024] as const,
    [sortKey, 1_024] as const,
  ]),
];
const MOST_BYTES_OF_A_CHARACTER = 3;

/**
 * Fails before DynamoDB would, in words that name the key: a text in it is not bounded by the contract.
 * @throws Error
 */
export function assertKeySizes(item: Readonly<Record<string, unknown>>): void {
  for (const [attribute, most] of MOST_BYTES) {
    const value = item[attribute];
    if (typeof value !== "string" || value.length * MOST_BYTES_OF_A_CHARACTER <= most) continue;
    const bytes = Buffer.byteLength(value);
    if (bytes > most)
      throw new Error(`${attribute} has ${bytes} bytes; at most ${most} are allowed`);
  }
}

/** Sort key of an app and prefix of its methods; padded so that apps sort by id. */
export function appKey(appId: number): string {
  return `${String(appId).padStart(16, "0")}#`;
}
