import type { AttemptOutcome } from "./attempt.ts";
import type { PendingAttempt, Proof, ReviewReason } from "./checkout.ts";

/** What can be asked of a checkout. Instants are ms since the epoch. */
export type CheckoutCommand =
  | { readonly type: "submit"; readonly attempt: PendingAttempt; readonly now: number }
  | {
      readonly type: "prove";
      readonly attemptId: string;
      readonly proof: Proof;
      /** Set where the rules ask for a person although the money was found. */
      readonly review: ReviewReason | null;
      readonly receiptCode: string;
      readonly now: number;
    }
  | { readonly type: "fail"; readonly attemptId: string; readonly outcome: AttemptOutcome }
  | { readonly type: "await_credits"; readonly attemptId: string }
  /** No machine will decide any more: a person has to. `outcome` is what the attempt is left with. */
  | {
      readonly type: "give_up";
      readonly attemptId: string;
      readonly reason: ReviewReason;
      readonly outcome: AttemptOutcome;
      readonly proof: Proof | null;
    }
  | { readonly type: "cancel"; readonly now: number }
  | { readonly type: "expire"; readonly now: number }
  | {
      readonly type: "approve";
      readonly attemptId: string | null;
      readonly proof: Proof;
      readonly receiptCode: string;
      readonly by: string;
      readonly note: string;
      readonly now: number;
    }
  /** Another payment into the same account is so like this one that a person has to know of it. */
  | { readonly type: "suspect" }
  | { readonly type: "reject"; readonly by: string; readonly note: string; readonly now: number };

/** What became of it: the facts that `evolve` folds into the state. */
export type CheckoutEvent =
  | { readonly type: "attempt_started"; readonly attempt: PendingAttempt }
  | { readonly type: "attempt_awaits_credits"; readonly attemptId: string }
  | {
      readonly type: "attempt_ended";
      readonly attemptId: string;
      readonly outcome: AttemptOutcome;
      /** Counts against the failures that one checkout may have. */
      readonly failed: boolean;
    }
  | {
      readonly type: "verified";
      readonly attemptId: string | null;
      readonly proof: Proof;
      readonly receiptCode: string;
      readonly at: number;
      readonly decision: { readonly by: string; readonly note: string } | null;
    }
  | {
      readonly type: "sent_to_review";
      readonly attemptId: string;
      readonly reason: ReviewReason;
      readonly proof: Proof | null;
    }
  | { readonly type: "suspected" }
  | { readonly type: "expired" }
  | { readonly type: "canceled" }
  | { readonly type: "rejected"; readonly by: string; readonly note: string; readonly at: number };

/** Why a command is refused; each is an ordinary outcome that the caller must handle. */
export type Refusal =
  | "not_open"
  | "already_pending"
  | "too_many_pending"
  | "too_many_failures"
  | "unknown_attempt"
  | "not_due";

export type Decision =
  | { readonly ok: true; readonly events: readonly CheckoutEvent[] }
  | { readonly ok: false; readonly refusal: Refusal };
