import type { CheckoutState, Review } from "./checkout.ts";
import type { CheckoutEvent } from "./checkout-commands.ts";
import { amountReceived, approvedPayments, type Payment } from "./payment.ts";
import { unreachable } from "./unreachable.ts";

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
