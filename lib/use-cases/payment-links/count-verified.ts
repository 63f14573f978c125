import type { Checkout } from "../../domain/checkout-terms.ts";
import { now, table } from "../../pipeline/deps.ts";
import { countLinkVerified } from "../../store/payment-links.ts";

/** Counts a verified checkout at the link that created it, if one did. Safe to repeat. */
export async function countAtLink(checkout: Checkout): Promise<void> {
  const { linkCode } = checkout;
  if (linkCode !== undefined) await countLinkVerified(table(), linkCode, checkout, now());
}
