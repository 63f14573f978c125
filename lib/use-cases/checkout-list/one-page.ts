import type { ListDashboardCheckoutsQuery } from "../../contract/schemas/dashboard-checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { type CheckoutFilter, listCheckouts } from "../../store/checkout-lists.ts";
import type { PageRequest } from "../../store/cursor.ts";
import { maySee } from "../checkouts/member-view.ts";
import { searchCheckouts } from "./search.ts";

/** One page of a list or, with a text, of a search: of what the member's role shows. `now` in ms. */
export function onePage(
  principal: UserPrincipal,
  filter: CheckoutFilter,
  { search, mine }: Pick<ListDashboardCheckoutsQuery, "search" | "mine">,
  page: PageRequest,
  now: number,
) {
  const isOwn = ({ createdBy }: Checkout) => createdBy === principal.userId;
  const keep = (checkout: Checkout) =>
    maySee(principal, checkout, now) && (!mine || isOwn(checkout));
  // An owner's list costs what it did: without a filter, each page is read as it is.
  const keeps = mine || principal.role === "cashier" ? keep : undefined;
  return search === undefined
    ? listCheckouts(table(), filter, page, now, keeps)
    : searchCheckouts(principal, search, filter, page, now, keep);
}
