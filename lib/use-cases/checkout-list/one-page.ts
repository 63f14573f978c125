import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { type CheckoutFilter, listCheckouts } from "../../store/checkout-lists.ts";
import type { PageRequest } from "../../store/cursor.ts";
import { searchCheckouts } from "./search.ts";

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
