import type { VerificationMessage } from "../../contract/messages.ts";
import type { Attempt } from "../../domain/attempt.ts";
import { type Checkout, isPending } from "../../domain/checkout.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { now, table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import type { LookupResult } from "../../providers/adapter.ts";
import { getAttempt, leaseAttempt, removeWrite } from "../../store/attempts.ts";
import { versionWrite } from "../../store/checkout-item.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { isRefused, LOST, optimistically, transact } from "../../store/transact.ts";
import { lookUpReceipt } from "../banks/lookup.ts";
import { resumeAttemptAt } from "./resume-later.ts";
import { settleAttempt } from "./settle-attempt.ts";

/** Time for a try from the queue; the lease is longer. */
const TRY_MS = 40_000;
const LEASE_MS = 55_000;

/**
 * Tries an attempt again. An early message returns to the queue for the rest of its wait. A message caused by new
 * information returns for the rest of another worker's lease, because that worker may have looked before. Any other
 * message whose attempt is settled, missing or leased is dropped; the sweeper finds the attempt if that worker dies. The
 * bank is queried only if the checkout lists the attempt, read after the lease was taken.
 */
export async function resumeAttempt(message: VerificationMessage): Promise<void> {
  const at = now();
  const attempt = await getAttempt(table(), message.checkout_id, message.attempt_id);
  if (!attempt || attempt.settledAt !== null) return;
  if (message.not_before > at) {
    await resumeAttemptAt(attempt, message.not_before, message.cause);
    return;
  }
  // A duplicate, or replaced by a later plan with its own message.
  if (message.cause === "due" && attempt.nextAt !== null && attempt.nextAt > at) return;
  const leased = await leaseAttempt(table(), attempt, at, LEASE_MS);
  if (!leased) {
    if (message.cause !== "due") await resumeAfterLease(message, at);
    return;
  }
  const checkout = await checkoutListing(leased);
  if (!checkout) return;
  const settle = (result: LookupResult) => settleAttempt({ checkout, attempt: leased }, result);
  // Read before; only credits are missing.
  if (leased.receipt) {
    await settle({ kind: "receipt", receipt: leased.receipt });
    return;
  }
  const isTrial = message.cause === "trial";
  await lookUpReceipt(leased, checkout, { patienceMs: TRY_MS, isTrial }, settle);
}

async function resumeAfterLease(message: VerificationMessage, at: number): Promise<void> {
  const attempt = await getAttempt(table(), message.checkout_id, message.attempt_id);
  // Gone, settled, or released since: there is no lease to wait for.
  if (!attempt || attempt.leaseUntil <= at) return;
  await resumeAttemptAt(attempt, attempt.leaseUntil, message.cause);
}

/**
 * Reads the checkout that lists an attempt as pending. If none lists an unsettled attempt, its request died between
 * the two writes of `storeInTurn`, and the attempt is deleted. The same transaction raises the checkout's version, so
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
      // A deleted checkout lists nothing.
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
