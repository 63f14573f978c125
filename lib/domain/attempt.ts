/**
 * Outcome of an attempt. All but `pending` are final.
 */
export const ATTEMPT_OUTCOMES = [
  "pending",
  "matched",
  "counted",
  "not_found",
  "not_completed",
  "receiver_mismatch",
  "currency_mismatch",
  "already_used",
  "too_old",
  "unreadable",
  "provider_unavailable",
  "insufficient_credits",
  "superseded",
] as const;

/**
 * What an unsettled attempt waits for: an answer of the provider, more credits, or the receipt to appear at
 * the provider.
 */
export const WAITING_FOR = ["provider", "credits", "receipt"] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
