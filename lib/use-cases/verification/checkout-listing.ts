import type { Attempt } from "../../domain/attempt-record.ts";
import { isPending } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import { removeWrite } from "../../store/attempts.ts";
import { getCheckout, versionWrite } from "../../store/checkouts.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { isRefused, transact } from "../../store/transact.ts";

/**
 * Reads the checkout that lists an attempt as pending. An unsettled attempt that none lists is what a request left that
 * died between the two writes of `storeInTurn`: it is deleted. The same transaction raises the checkout's version, so
 * that the request, should it be alive after all, can no longer list the deleted attempt.
 *
 * @param attempt leased by the caller
 * @returns null if no checkout lists it
 * @throws ServiceError `conflict` after 12 lost races
 */
export async function checkoutListing(attempt: Attempt): Promise<Checkout | null> {
  const found = await optimistically(async () => {
    const checkout = await getCheckout(table(), attempt.checkoutId);
    if (checkout && isPending(checkout, attempt.id)) return checkout;
    const commit = await transact(table(), [
      removeWrite(attempt),
      // A checkout that is gone lists nothing any more.
      ...(checkout ? [versionWrite(checkout)] : []),
    ]);
    if (commit.committed) {
      const { id, checkoutId } = attempt;
      log("warn", "attempt removed", { checkout_id: checkoutId, attempt_id: id });
      return null;
    }
    // Settled, or leased by another worker since.
    return isRefused(commit, "attempt") ? null : LOST;
  });
  if (found === LOST) throw lostRace();
  return found;
}
