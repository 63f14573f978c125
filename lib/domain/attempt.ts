/**
 * How one try to verify a checkout with one reference ended, or that it has not yet.
 * `pending` is the only one that is not final.
 */
export const ATTEMPT_OUTCOMES = [
  "pending",
  "matched",
  "not_found",
  "not_completed",
  "receiver_mismatch",
  "currency_mismatch",
  "already_used",
  "too_old",
  "amount_mismatch",
  "unreadable",
  "provider_unavailable",
  "insufficient_credits",
  "superseded",
] as const;

export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
