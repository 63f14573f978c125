import type { AttemptOutcome } from "./attempt.ts";
import type { CheckoutState, Review } from "./checkout.ts";
import type { CheckoutEvent } from "./checkout-commands.ts";
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
        exceptions: exceptionsAfter(state, event.outcome),
      };
    case "verified":
      return {
        ...state,
        status: "verified",
        exceptions: unique([...event.proof.exceptions]),
        review: event.decision
          ? decidedReview(state, event.attemptId, { ...event.decision, at: event.at })
          : state.review,
        amountReceived: event.proof.amountReceived,
        payment: event.proof.payment,
        verifiedAt: event.at,
        receiptCode: event.receiptCode,
        settledBy: event.attemptId,
      };
    case "sent_to_review":
      return {
        ...state,
        status: "review",
        exceptions: unique([...(event.proof?.exceptions ?? [])]),
        review: {
          reason: event.reason,
          attemptId: event.attemptId,
          decidedBy: null,
          decidedAt: null,
          note: null,
        },
        amountReceived: event.proof?.amountReceived ?? null,
        payment: event.proof?.payment ?? null,
      };
    case "suspected":
      return { ...state, exceptions: unique([...state.exceptions, "possible_duplicate"]) };
    case "expired":
      return { ...state, status: "expired" };
    case "canceled":
      return { ...state, status: "canceled" };
    case "rejected":
      return {
        ...state,
        status: "rejected",
        review: decidedReview(state, event.attemptId, event),
        ...(event.proof && {
          amountReceived: event.proof.amountReceived,
          payment: event.proof.payment,
        }),
      };
    default:
      return unreachable(event);
  }
}

/** Outside a review, only underpaid checkouts are decided by a person. */
function decidedReview(
  { review }: CheckoutState,
  attemptId: string | null,
  { by, note, at }: { readonly by: string; readonly note: string; readonly at: number },
): Review {
  const asked = review ?? { reason: "amount_mismatch", attemptId };
  return { ...asked, decidedBy: by, decidedAt: at, note };
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

/** A warning was about the payments until then, so it ends with a further one; a review keeps its reason. */
function exceptionsAfter(state: CheckoutState, outcome: AttemptOutcome) {
  const isPayment = outcome === "amount_mismatch" || outcome === "matched";
  const isDecided = state.status === "verified" || state.review?.reason === "possible_duplicate";
  return isPayment && !isDecided
    ? state.exceptions.filter((one) => one !== "possible_duplicate")
    : state.exceptions;
}
