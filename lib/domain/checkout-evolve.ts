import type { AttemptOutcome } from "./attempt.ts";
import type { CheckoutState, PendingAttempt, Review, ReviewReason } from "./checkout.ts";
import { unreachable } from "./errors.ts";
import { amountReceived, approvedPayments, type Payment } from "./payment.ts";

/** Applies one event to the state. The store raises `version`, once per write. */
export function evolve(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case "attempt_started":
      return {
        ...state,
        pending: [...state.pending, event.attempt],
        attemptsCount: state.attemptsCount + 1,
      };
    case "attempt_awaits_credits":
      return {
        ...state,
        pending: state.pending.map((attempt) =>
          attempt.id === event.attemptId ? { ...attempt, awaitsCredits: true } : attempt,
        ),
      };
    case "attempt_ended":
      return {
        ...state,
        pending: state.pending.filter((attempt) => attempt.id !== event.attemptId),
        failedAttempts: state.failedAttempts + (event.failed ? 1 : 0),
      };
    case "payment_added":
      return withPayments(state, [...state.payments, event.payment]);
    case "payment_released":
      return withPayments(
        state,
        state.payments.filter(({ attemptId }) => attemptId !== event.attemptId),
      );
    case "payment_confirmed":
      return withPayments(
        state,
        state.payments.map((payment) =>
          payment.attemptId === event.attemptId ? { ...payment, evidence: "receipt" } : payment,
        ),
      );
    case "partially_paid":
      return state;
    case "verified": {
      const { decision, at, receiptCode } = event;
      const verified = { ...state, status: "verified", verifiedAt: at, receiptCode } as const;
      if (decision === null) return verified;
      const review = decidedReview(state, { ...decision, at });
      return { ...withPayments(verified, approvedPayments(state.payments)), review };
    }
    case "sent_to_review":
      return { ...state, status: "review", review: reviewFor(event.reason) };
    case "reopened":
      return { ...state, status: "open", review: null };
    case "expired":
      return { ...state, status: "expired" };
    case "canceled":
      return { ...withPayments(state, []), status: "canceled" };
    case "rejected":
      return { ...state, status: "rejected", review: decidedReview(state, event) };
    default:
      return unreachable(event);
  }
}

/** The only place that changes payments, so that the sum is always theirs. */
function withPayments(state: CheckoutState, payments: readonly Payment[]): CheckoutState {
  return { ...state, payments, amountReceived: amountReceived(payments) };
}

function reviewFor(reason: Review["reason"]): Review {
  return { reason, decidedBy: null, decidedAt: null, note: null };
}

/** A person may also decide about a partly paid checkout that nobody has sent to review. */
function decidedReview(
  { review }: CheckoutState,
  { by, note, at }: { readonly by: string; readonly note: string; readonly at: number },
): Review {
  return { ...(review ?? reviewFor("partially_paid")), decidedBy: by, decidedAt: at, note };
}

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
