import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { CREDITS_PER_VERIFICATION } from "../../domain/ledger.ts";
import { putMetrics } from "../../pipeline/metrics.ts";

/** Counts a settled attempt, and the checkout if the attempt verified it. */
export function countSettled(checkout: Checkout, attempt: Attempt): void {
  if (attempt.settledAt === null) return;
  putMetrics(
    {
      AttemptsSettled: 1,
      VerificationTime: attempt.settledAt - attempt.createdAt,
      ...(checkout.settledBy === attempt.id ? verified(checkout) : {}),
    },
    { provider: attempt.lookup.provider, outcome: attempt.outcome },
  );
}

/** Counts a checkout that a person just verified and, in live mode, its credit. */
export function countVerified(checkout: Checkout): void {
  if (checkout.status !== "verified") return;
  const provider = checkout.payment?.provider;
  putMetrics(verified(checkout), provider === undefined ? {} : { provider });
}

/** Nothing for a checkout that is not verified. */
function verified({ status, livemode }: Checkout) {
  if (status !== "verified") return {};
  return {
    CheckoutsVerified: 1,
    ...(livemode ? { CreditsCaptured: CREDITS_PER_VERIFICATION } : {}),
  };
}
