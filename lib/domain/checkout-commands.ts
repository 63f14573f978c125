import type { AttemptOutcome } from "./attempt.ts";
import type { PendingAttempt, ReviewReason } from "./checkout.ts";
import type { Payment } from "./payment.ts";

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
  /** Adds the payment that a pending attempt has found, which may verify the checkout. */
  | {
      readonly type: "add_payment";
      readonly payment: Payment;
      /** The final outcome of the attempt if the payment is doubtful. */
      readonly outcome: AttemptOutcome;
      /** Amount of the checkout, minor units. */
      readonly amount: number;
      /** `given_up`: the last try of an attempt that waits for credits. */
      readonly credit: "available" | "awaited" | "given_up";
      readonly receiptCode: string;
      readonly now: number;
    }
  | { readonly type: "fail"; readonly attemptId: string; readonly outcome: AttemptOutcome }
  | { readonly type: "cancel"; readonly now: number }
  | { readonly type: "expire"; readonly now: number }
  | {
      readonly type: "approve";
      readonly receiptCode: string;
      readonly by: string;
      readonly note: string;
      readonly now: number;
    }
  | {
      readonly type: "reject";
      readonly by: string;
      readonly note: string;
      readonly now: number;
    }
  /** Gives a payment back: it can count toward another checkout, or this one again. */
  | { readonly type: "release"; readonly attemptId: string; readonly now: number };

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
  | { readonly type: "payment_added"; readonly payment: Payment }
  | { readonly type: "payment_released"; readonly attemptId: string }
  /** The receipt of a payment that a notice proved says the same. */
  | { readonly type: "payment_confirmed"; readonly attemptId: string }
  /** A counted payment has left a rest to pay. */
  | { readonly type: "partially_paid" }
  | {
      readonly type: "verified";
      readonly receiptCode: string;
      readonly at: number;
      /** Null without a person. */
      readonly decision: { readonly by: string; readonly note: string } | null;
    }
  | { readonly type: "sent_to_review"; readonly reason: ReviewReason }
  | { readonly type: "reopened" }
  | { readonly type: "expired" }
  | { readonly type: "canceled" }
  | {
      readonly type: "rejected";
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
  | "too_many_payments"
  | "awaits_credits"
  | "unknown_attempt"
  | "unknown_payment"
  | "not_due";

export type Decision =
  | { readonly ok: true; readonly events: readonly CheckoutEvent[] }
  | { readonly ok: false; readonly refusal: Refusal };
