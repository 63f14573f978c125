import type { AnyEndpoint, CallArguments, InputOf } from "../../../lib/contract/client-types.ts";
import { createApiClient } from "./api-client.ts";
import { announceSignedOut, renewUser } from "./session.ts";

/** The client of the page, at the page's own origin. */
export const client = createApiClient({
  onSignedOut: announceSignedOut,
  onRenewed: ({ user }) => renewUser(user),
  // Where an invitation was accepted, but the answer lost, the page would call the invitation used.
  onOtherAccount: () => (location.pathname === "/join" ? location.assign("/") : location.reload()),
});

export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/**
 * Reads a list page by page from `from` on, up to `most` rows, or until `isEnough` says so after a page.
 *
 * @returns the rows, and the cursor of those that follow; null where none do
 */
export async function readPages<T extends object, E extends AnyEndpoint = AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  most: number,
  {
    from = null,
    signal,
    isEnough = () => false,
  }: {
    readonly from?: string | null;
    readonly signal?: AbortSignal;
    readonly isEnough?: (last: T) => boolean;
  } = {},
): Promise<{ readonly rows: readonly T[]; readonly nextCursor: string | null }> {
  const given = input as { readonly query?: object };
  const rows: T[] = [];
  let cursor = from;
  do {
    const limit = Math.min(100, most - rows.length);
    const query = { ...given.query, limit, ...(cursor !== null && { cursor }) };
    const args = [{ ...given, query, signal }] as unknown as CallArguments<E>;
    const page = (await client.call(endpoint, ...args)) as Page<T>;
    rows.push(...page.data);
    cursor = page.has_more ? page.next_cursor : null;
    const last = rows.at(-1);
    if (last !== undefined && isEnough(last)) break;
  } while (cursor !== null && rows.length < most);
  return { rows, nextCursor: cursor };
}
