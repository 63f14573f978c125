import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { CREDITS_PER_VERIFICATION } from "../../domain/ledger.ts";
import { putMetric } from "../metrics.ts";

/** Counts an attempt that came to its end, and the checkout where it verified that. */
export function countSettled(checkout: Checkout, attempt: Attempt): void {
  if (attempt.settledAt === null) return;
  const { provider } = attempt.lookup;
  putMetric("AttemptsSettled", 1, { provider, outcome: attempt.outcome });
  putMetric("VerificationTime", attempt.settledAt - attempt.createdAt, { provider });
  if (checkout.settledBy === attempt.id) countVerified(checkout);
}

/** Counts a checkout that has just been verified, and the credit that it cost; test mode is free. */
export function countVerified(checkout: Checkout): void {
  if (checkout.status !== "verified") return;
  const provider = checkout.payment?.provider;
  putMetric("CheckoutsVerified", 1, provider === undefined ? {} : { provider });
  if (checkout.livemode) putMetric("CreditsCaptured", CREDITS_PER_VERIFICATION);
}
