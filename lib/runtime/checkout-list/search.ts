import { shownStatus } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { isId } from "../../domain/ids.ts";
import { modeOf } from "../../domain/mode.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { claimKey, isReference } from "../../domain/references.ts";
import { type CheckoutFilter, getCheckout, listCheckouts } from "../../store/checkouts.ts";
import { getClaim } from "../../store/claims.ts";
import type { Page, PageRequest } from "../../store/cursor.ts";
import { table } from "../deps.ts";

/**
 * Checkouts that a text names in full: by their id, by a bank's reference that they used up, or by the
 * shop's own reference. The other filters hold too. Only the last kind can be many, so only it is paged.
 */
export async function searchCheckouts(
  text: string,
  filter: CheckoutFilter,
  page: PageRequest,
  now: number,
): Promise<Page<Checkout>> {
  const byClient = await listCheckouts(table(), { ...filter, clientReference: text }, page, now);
  if (page.cursor !== undefined) return byClient;
  const ids = [...(isId("co_", text) ? [text] : []), ...(await claimants(text, filter))];
  const named = await Promise.all([...new Set(ids)].map((id) => getCheckout(table(), id)));
  const own = named.filter(
    (checkout): checkout is Checkout => checkout !== null && fits(checkout, filter, now),
  );
  const others = byClient.data.filter(({ id }) => !own.some((checkout) => checkout.id === id));
  return { data: [...own, ...others], nextCursor: byClient.nextCursor };
}

/** Who used up this reference, at whichever bank it is one. */
async function claimants(text: string, filter: CheckoutFilter): Promise<string[]> {
  if (!isReference(text)) return [];
  const claims = await Promise.all(
    PROVIDERS.map((provider) => getClaim(table(), filter, claimKey(provider, text))),
  );
  return claims.filter((id): id is string => id !== null);
}

function fits(checkout: Checkout, filter: CheckoutFilter, now: number): boolean {
  const { status, createdFrom = 0, createdBefore = Number.POSITIVE_INFINITY } = filter;
  return (
    checkout.accountId === filter.accountId &&
    modeOf(checkout.livemode) === filter.mode &&
    (filter.appId === null || checkout.appId === filter.appId) &&
    (status === undefined || shownStatus(checkout, now) === status) &&
    checkout.createdAt >= createdFrom &&
    checkout.createdAt < createdBefore
  );
}
