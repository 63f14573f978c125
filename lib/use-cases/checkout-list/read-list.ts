import type { Checkout } from "../../domain/checkout-terms.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { type CheckoutFilter, listCheckouts } from "../../store/checkout-lists.ts";
import type { PageRequest } from "../../store/cursor.ts";
import { searchCheckouts } from "./search.ts";

/** One answer carries 6 MB; 10,000 rows need less. */
const MAX_ROWS = 10_000;
/** Ends a file early, so that the function answers before its timeout of 25 s. */
const PATIENCE_MS = 20_000;

/** All checkouts of a filter or search, newest first, at most 10,000 and what 20 s suffice for. */
export async function allCheckouts(
  principal: UserPrincipal,
  filter: CheckoutFilter,
  search: string | undefined,
  now: number,
): Promise<Checkout[]> {
  const until = performance.now() + PATIENCE_MS;
  const rows = new Map<string, Checkout>();
  let cursor: string | undefined;
  do {
    const page = await onePage(
      principal,
      filter,
      search,
      { limit: 100, cursor, internal: true },
      now,
    );
    // A search names a checkout that it finds by index first, and may name it again in its place.
    for (const row of page.data) rows.set(row.id, rows.get(row.id) ?? row);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.size < MAX_ROWS && performance.now() < until);
  return [...rows.values()].slice(0, MAX_ROWS);
}

/** One page of a list or, with a text, of a search. `now` in ms. */
export function onePage(
  principal: UserPrincipal,
  filter: CheckoutFilter,
  search: string | undefined,
  page: PageRequest,
  now: number,
) {
  return search === undefined
    ? listCheckouts(table(), filter, page, now)
    : searchCheckouts(principal, search, filter, page, now);
}
