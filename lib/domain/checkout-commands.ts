import type { AttemptOutcome } from "./attempt.ts";
import type { PendingAttempt, Proof, ReviewReason } from "./checkout.ts";

/** A command for a checkout. Times are ms since the epoch. */
export type CheckoutCommand =
  | {
      readonly type: "submit";
      readonly attempt: PendingAttempt;
      /** Its account digits or phone differ from those of every pending attempt of the same reference. */
      readonly corrects?: boolean;
      /** Failed attempts after which no further one is accepted. */
      readonly failedAttemptsLimit: number;
      readonly now: number;
    }
  | {
      readonly type: "prove";
      readonly attemptId: string;
      readonly proof: Proof;
      /** Why a person must decide although the payment was found; null if none must. */
      readonly review: ReviewReason | null;
      readonly receiptCode: string;
      readonly now: number;
    }
  | { readonly type: "fail"; readonly attemptId: string; readonly outcome: AttemptOutcome }
  /** Leaves an attempt undecided until its next try. */
  | { readonly type: "wait"; readonly attemptId: string; readonly awaitsCredits: boolean }
  /** Hands the decision to a person. `outcome` is the final outcome of the attempt. */
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
  /** Marks the checkout as a possible duplicate of another payment into the same account. */
  | { readonly type: "suspect" }
  | {
      readonly type: "reject";
      readonly attemptId: string;
      /** The payment of an underpaid checkout; null for a review, which has its own. */
      readonly proof: Proof | null;
      readonly by: string;
      readonly note: string;
      readonly now: number;
    };

/** What happened: the facts that `evolve` applies to the state. */
export type CheckoutEvent =
  | { readonly type: "attempt_started"; readonly attempt: PendingAttempt }
  | { readonly type: "attempt_awaits_credits"; readonly attemptId: string }
  | {
      readonly type: "attempt_ended";
      readonly attemptId: string;
      readonly outcome: AttemptOutcome;
      /** Counts toward the limit of failed attempts. */
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
  | {
      readonly type: "rejected";
      readonly attemptId: string;
      readonly proof: Proof | null;
      readonly by: string;
      readonly note: string;
      readonly at: number;
    };

/** Why a command is refused. Callers must handle each. */
export type Refusal =
  | "not_open"
  | "already_pending"
  | "too_many_pending"
  | "too_many_failures"
  | "too_many_undecided"
  | "unknown_attempt"
  | "not_due";

export type Decision =
  | { readonly ok: true; readonly events: readonly CheckoutEvent[] }
  | { readonly ok: false; readonly refusal: Refusal };
