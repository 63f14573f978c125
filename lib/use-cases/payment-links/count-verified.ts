import type { Checkout } from "../../domain/checkout-terms.ts";
import { table } from "../../pipeline/deps.ts";
import { countLinkVerified } from "../../store/payment-links.ts";

/** Counts a verified checkout at the link that created it, if one did. Safe to repeat. */
export async function countAtLink({ id, accountId, linkCode }: Checkout): Promise<void> {
  if (linkCode !== undefined) await countLinkVerified(table(), linkCode, accountId, id);
}
