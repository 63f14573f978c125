import type { Attempt } from "../../domain/attempt-record.ts";
import { MAX_PENDING } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { table } from "../../pipeline/deps.ts";
import { MOST_WITHIN } from "../../providers/references-within.ts";
import { listAttempts } from "../../store/attempts.ts";

/** Newest attempts to search. */
const SEARCHED = 100;
/** Writes that one transaction takes. */
export const MOST_WRITES = 100;
/**
 * Writes of a decision besides those of slips: state, event, receipt code, credit (3), issues (3), audit entry,
 * idempotency record, and the references that are pending.
 */
const OTHER_WRITES = 11 + MAX_PENDING;
/** Writes that are kept for other payments of the checkout. */
const RESERVED_WRITES = 18;
/**
 * Slips of one checkout. An approval uses up each of them at every bank, in one transaction: a slip beyond these could
 * pay for another checkout.
 */
export const MOST_SLIPS = Math.floor(
  (MOST_WRITES - OTHER_WRITES - RESERVED_WRITES) / (PROVIDERS.length + MOST_WITHIN + 1),
);

/** Undecided references that only a person can look up, newest first. */
export async function slipsOf(
  checkout: Pick<Checkout, "id" | "pending">,
): Promise<readonly Attempt[]> {
  const { data } = await listAttempts(table(), checkout, { limit: SEARCHED, internal: true });
  return data.filter(isSlip);
}

export function isSlip({ lookup, outcome }: Attempt): boolean {
  return lookup.provider === "manual" && outcome === "pending";
}
