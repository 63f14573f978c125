import type { VerificationMessage } from "../../contract/verification-message.ts";
import type { Reading } from "../../providers/adapter.ts";
import { getAttempt, leaseAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { now, table } from "../deps.ts";
import { lookUpReceipt } from "./lookup.ts";
import { settleAttempt } from "./settle.ts";
import { wakeAttempt } from "./wake.ts";

/** A try by the queue may take its time; the lease outlives it. */
const TRY_MS = 40_000;
const LEASE_MS = 55_000;

/**
 * Tries an attempt again. A message that came early goes back for the rest of its wait; one whose
 * attempt is settled, gone or in somebody else's hands is dropped: the sweeper looks after that.
 */
export async function resumeAttempt(message: VerificationMessage): Promise<void> {
  const at = now();
  const attempt = await getAttempt(table(), message.checkout_id, message.attempt_id);
  if (!attempt || attempt.settledAt !== null) return;
  if (message.not_before > at) {
    await wakeAttempt(attempt, message.not_before, message.cause);
    return;
  }
  // Sent twice, or overtaken by a later plan that has a message of its own.
  if (message.cause === "due" && attempt.nextAt !== null && attempt.nextAt > at) return;
  const leased = await leaseAttempt(table(), attempt, at, LEASE_MS);
  if (!leased) return;
  const checkout = await getCheckout(table(), leased.checkoutId);
  if (!checkout) return;
  const reading: Reading =
    leased.outcome === "insufficient_credits" && leased.receipt
      ? { kind: "receipt", receipt: leased.receipt }
      : await lookUpReceipt(leased, checkout, TRY_MS);
  await settleAttempt({ checkout, attempt: leased }, reading);
}
