import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import { assertCommitted, lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { releaseWrites } from "../../store/claims.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { isRefused, transact, type Write } from "../../store/transact.ts";
import { resolvedIssueWrites } from "../issues/record-issues.ts";
import { changeCheckout } from "./change.ts";

/**
 * Cancels an open checkout: its pending attempts end as superseded, and its payments are released.
 *
 * @param load reads the checkout; called again after a lost race
 * @throws ServiceError `checkout_not_open`, also while the whole amount has arrived and waits for credits
 */
export async function cancelCheckout(
  load: () => Promise<Checkout>,
  now: number,
  alongside: (after: Checkout) => readonly Write[],
): Promise<Checkout> {
  const canceled = await optimistically(async () => {
    const checkout = await load();
    const decision = decide(checkout, { type: "cancel", now });
    if (!decision.ok) {
      throw new ServiceError("checkout_not_open", "Only an open checkout can be canceled.");
    }
    const change = changeCheckout(checkout, decision.events, now);
    const commit = await transact(table(), [
      ...change.writes,
      ...releaseWrites(checkout, checkout.payments),
      ...(checkout.attemptsCount > 0 ? resolvedIssueWrites(checkout) : []),
      ...alongside(change.after),
    ]);
    if (commit.committed) return change.after;
    if (!isRefused(commit, "checkout")) assertCommitted(commit);
    return LOST;
  });
  if (canceled === LOST) throw lostRace();
  return canceled;
}
