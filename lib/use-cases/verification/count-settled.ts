import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { CREDITS_PER_VERIFICATION } from "../../domain/ledger.ts";
import { putMetric } from "../../pipeline/metrics.ts";

/** Counts a settled attempt, and the checkout if the attempt verified it. */
export function countSettled(checkout: Checkout, attempt: Attempt): void {
  if (attempt.settledAt === null) return;
  const { provider } = attempt.lookup;
  putMetric("AttemptsSettled", 1, { provider, outcome: attempt.outcome });
  putMetric("VerificationTime", attempt.settledAt - attempt.createdAt, { provider });
  if (checkout.settledBy === attempt.id) countVerified(checkout);
}

/** Counts a checkout that was just verified and, in live mode, its credit. */
export function countVerified(checkout: Checkout): void {
  if (checkout.status !== "verified") return;
  const provider = checkout.payment?.provider;
  putMetric("CheckoutsVerified", 1, provider === undefined ? {} : { provider });
  if (checkout.livemode) putMetric("CreditsCaptured", CREDITS_PER_VERIFICATION);
}
