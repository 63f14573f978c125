import type { AnyEndpoint, CallArguments, InputOf } from "../../../../lib/contract/client-types.ts";
import { client } from "../client.ts";

interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/**
 * Reads a list page by page, up to `most` rows, or until `isEnough` says so after a page.
 *
 * @returns the rows, and whether the list has more
 */
export async function readPages<T extends object, E extends AnyEndpoint = AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  most: number,
  {
    signal,
    isEnough = () => false,
  }: { signal?: AbortSignal; isEnough?: (last: T) => boolean } = {},
): Promise<{ readonly rows: readonly T[]; readonly hasMore: boolean }> {
  const given = input as { readonly query?: object };
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...given.query, limit: 100, ...(cursor !== null && { cursor }) };
    const args = [{ ...given, query, signal }] as unknown as CallArguments<E>;
    const page = (await client.call(endpoint, ...args)) as Page<T>;
    rows.push(...page.data);
    cursor = page.has_more ? page.next_cursor : null;
    const last = rows.at(-1);
    if (last !== undefined && isEnough(last)) break;
  } while (cursor !== null && rows.length < most);
  return { rows: rows.slice(0, most), hasMore: cursor !== null || rows.length > most };
}
