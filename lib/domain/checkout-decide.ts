import type { AttemptOutcome } from "./attempt.ts";
import {
  acceptsPayment,
  type CheckoutState,
  canBecome,
  isPending,
  MAX_PENDING,
  MOST_UNDECIDED,
  shownStatus,
} from "./checkout.ts";
import type { CheckoutCommand, CheckoutEvent, Decision, Refusal } from "./checkout-commands.ts";
import { unreachable } from "./unreachable.ts";

/** Decides which events a command causes, without applying them. Never throws. */
export function decide(state: CheckoutState, command: CheckoutCommand): Decision {
  switch (command.type) {
    case "submit":
      return decideSubmit(state, command);
    case "prove":
      return decideProve(state, command);
    case "fail":
      if (!isPending(state, command.attemptId)) return refuse("unknown_attempt");
      return accept({ ...ended(command.attemptId, command.outcome), failed: true });
    case "wait":
      return decideWait(state, command);
    case "give_up":
      return decideGiveUp(state, command);
    case "cancel":
      return decideCancel(state, command.now);
    case "expire":
      if (state.status !== "open" || state.pending.length > 0) return refuse("not_open");
      return command.now >= state.expiresAt ? accept({ type: "expired" }) : refuse("not_due");
    case "approve":
      return decideApprove(state, command);
    case "suspect":
      return canBecome(state, "verified") ? accept({ type: "suspected" }) : refuse("not_open");
    case "reject":
      return decideReject(state, command);
    default:
      return unreachable(command);
  }
}

function decideSubmit(
  state: CheckoutState,
  {
    attempt,
    corrects = false,
    failedAttemptsLimit,
    now,
  }: Extract<CheckoutCommand, { type: "submit" }>,
): Decision {
  if (!acceptsPayment(state, now)) return refuse("not_open");
  const same = state.pending.some(
    (other) => other.provider === attempt.provider && other.reference === attempt.reference,
  );
  if (same && !corrects) return refuse("already_pending");
  if (state.pending.length >= MAX_PENDING) return refuse("too_many_pending");
  // All pending attempts may still fail.
  if (state.failedAttempts + state.pending.length >= failedAttemptsLimit)
    return refuse("too_many_failures");
  if (state.attemptsCount - state.failedAttempts >= MOST_UNDECIDED)
    return refuse("too_many_undecided");
  return accept({ type: "attempt_started", attempt });
}

function decideProve(
  state: CheckoutState,
  command: Extract<CheckoutCommand, { type: "prove" }>,
): Decision {
  const { attemptId, proof, review, receiptCode, now } = command;
  if (!isPending(state, attemptId)) return refuse("unknown_attempt");
  if (!canBecome(state, "verified")) return accept(ended(attemptId, "superseded"));
  if (review === null) {
    return accept(
      { type: "verified", attemptId, proof, receiptCode, at: now, decision: null },
      ended(attemptId, "matched"),
      ...supersede(state, attemptId),
    );
  }
  // A checkout in review keeps its first reason.
  if (state.status === "review") return accept(ended(attemptId, "matched"));
  return accept(
    { type: "sent_to_review", attemptId, reason: review, proof },
    ended(attemptId, "matched"),
  );
}

function decideWait(
  state: CheckoutState,
  { attemptId, awaitsCredits }: Extract<CheckoutCommand, { type: "wait" }>,
): Decision {
  if (!isPending(state, attemptId)) return refuse("unknown_attempt");
  return awaitsCredits ? accept({ type: "attempt_awaits_credits", attemptId }) : accept();
}

function decideGiveUp(
  state: CheckoutState,
  command: Extract<CheckoutCommand, { type: "give_up" }>,
): Decision {
  const { attemptId, reason, outcome, proof } = command;
  if (!isPending(state, attemptId)) return refuse("unknown_attempt");
  if (!canBecome(state, "review")) return accept(ended(attemptId, outcome));
  return accept({ type: "sent_to_review", attemptId, reason, proof }, ended(attemptId, outcome));
}

function decideCancel(state: CheckoutState, now: number): Decision {
  if (state.status !== "open") return refuse("not_open");
  if (shownStatus(state, now) === "expired") return refuse("not_open");
  // A proven payment that waits for credits must not be lost to a cancellation.
  if (awaitsCredits(state)) return refuse("not_open");
  return accept({ type: "canceled" }, ...supersede(state, null));
}

function decideReject(
  state: CheckoutState,
  { attemptId, proof, by, note, now }: Extract<CheckoutCommand, { type: "reject" }>,
): Decision {
  // An underpaid checkout (open or expired) can be rejected too, not only one in review.
  if (!canBecome(state, "rejected")) return refuse("not_open");
  // A proven payment that waits for credits must not be lost to a rejection.
  if (awaitsCredits(state)) return refuse("not_open");
  return accept(
    { type: "rejected", attemptId, proof, by, note, at: now },
    ...supersede(state, null),
  );
}

function decideApprove(
  state: CheckoutState,
  command: Extract<CheckoutCommand, { type: "approve" }>,
): Decision {
  // An underpaid checkout (open or expired) can be approved too, not only one in review.
  if (!canBecome(state, "verified")) return refuse("not_open");
  const { attemptId, proof, receiptCode, now, by, note } = command;
  return accept(
    {
      type: "verified",
      attemptId,
      proof: { ...proof, exceptions: [...proof.exceptions, "approved_by_hand"] },
      receiptCode,
      at: now,
      decision: { by, note },
    },
    ...supersede(state, null),
  );
}

function awaitsCredits(state: CheckoutState): boolean {
  return state.pending.some((attempt) => attempt.awaitsCredits);
}

function supersede(state: CheckoutState, except: string | null): CheckoutEvent[] {
  return state.pending
    .filter((attempt) => attempt.id !== except)
    .map((attempt) => ended(attempt.id, "superseded"));
}

function ended(attemptId: string, outcome: AttemptOutcome) {
  return { type: "attempt_ended", attemptId, outcome, failed: false } as const;
}

function accept(...events: readonly CheckoutEvent[]): Decision {
  return { ok: true, events };
}

function refuse(refusal: Refusal): Decision {
  return { ok: false, refusal };
}
