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
import type { CheckoutCommand, CheckoutEvent, Decision, Refusal } from "./checkout-evolve.ts";
import { unreachable } from "./errors.ts";
import { amountReceived, hasRoom, MOST_PAYMENTS, paymentsWith } from "./payment.ts";

type Command<Type extends CheckoutCommand["type"]> = Extract<CheckoutCommand, { type: Type }>;

/** Decides which events a command causes, without applying them. Never throws. */
export function decide(state: CheckoutState, command: CheckoutCommand): Decision {
  switch (command.type) {
    case "submit":
      return decideSubmit(state, command);
    case "add_payment":
      return decideAddPayment(state, command);
    case "fail":
      if (!isPending(state, command.attemptId)) return refuse("unknown_attempt");
      return accept({ ...ended(command.attemptId, command.outcome), failed: true });
    case "cancel":
      return decideCancel(state, command.now);
    case "expire":
      return decideExpire(state, command.now);
    case "approve":
      return decideApprove(state, command);
    case "reject":
      return decideReject(state, command);
    case "release":
      return decideRelease(state, command);
    default:
      return unreachable(command);
  }
}

function decideSubmit(
  state: CheckoutState,
  { attempt, corrects = false, failedAttemptsLimit, now }: Command<"submit">,
): Decision {
  if (!acceptsPayment(state, now)) return refuse("not_open");
  const same = state.pending.some(
    (other) => other.provider === attempt.provider && other.reference === attempt.reference,
  );
  if (same && !corrects) return refuse("already_pending");
  if (state.payments.length >= MOST_PAYMENTS) return refuse("too_many_payments");
  if (state.pending.length >= MAX_PENDING) return refuse("too_many_pending");
  // All pending attempts may still fail.
  if (state.failedAttempts + state.pending.length >= failedAttemptsLimit)
    return refuse("too_many_failures");
  if (state.attemptsCount - state.failedAttempts >= MOST_UNDECIDED)
    return refuse("too_many_undecided");
  return accept({ type: "attempt_started", attempt });
}

function decideAddPayment(state: CheckoutState, command: Command<"add_payment">): Decision {
  const { payment, outcome, amount, now } = command;
  const { attemptId } = payment;
  if (!isPending(state, attemptId)) return refuse("unknown_attempt");
  if (!canBecome(state, "verified")) return accept(ended(attemptId, "superseded"));
  const [held] = paymentsWith(state.payments, payment.claims);
  if (held !== undefined && held.attemptId !== attemptId) {
    return accept(ended(attemptId, held.state === "counted" ? "counted" : "matched"));
  }
  // A payment that has waited for credits is held already.
  if (held === undefined && !hasRoom(state.payments, payment.claims))
    return accept(ended(attemptId, "superseded"));
  const added = held === undefined ? [{ type: "payment_added", payment } as const] : [];
  const payments = held === undefined ? [...state.payments, payment] : state.payments;
  if (payment.state === "doubtful") {
    return accept(
      ...added,
      ...review(state, payment.reason ?? "manual"),
      ended(attemptId, outcome),
    );
  }
  if (amountReceived(payments) >= amount) return accept(...added, ...paid(state, command));
  const needsPerson = now >= state.expiresAt || payments.length >= MOST_PAYMENTS;
  return accept(
    ...added,
    { type: "partially_paid" },
    ...(needsPerson ? review(state, "partially_paid") : []),
    ended(attemptId, "counted"),
  );
}

/** What happens once the whole amount has arrived. */
function paid(
  state: CheckoutState,
  { payment: { attemptId }, credit, receiptCode, now }: Command<"add_payment">,
): CheckoutEvent[] {
  switch (credit) {
    case "available":
      return [
        { type: "verified", receiptCode, at: now, decision: null },
        ended(attemptId, "matched"),
        ...supersede(state, attemptId),
      ];
    case "awaited":
      return state.pending.some(({ id, awaitsCredits }) => id === attemptId && awaitsCredits)
        ? []
        : [{ type: "attempt_awaits_credits", attemptId }];
    case "given_up":
      return [...review(state, "insufficient_credits"), ended(attemptId, "insufficient_credits")];
  }
}

/** A checkout in review keeps its first reason. */
function review(
  state: CheckoutState,
  reason: Extract<CheckoutEvent, { type: "sent_to_review" }>["reason"],
): CheckoutEvent[] {
  return canBecome(state, "review") ? [{ type: "sent_to_review", reason }] : [];
}

function decideExpire(state: CheckoutState, now: number): Decision {
  if (state.status !== "open" || state.pending.length > 0) return refuse("not_open");
  if (now < state.expiresAt) return refuse("not_due");
  // Money has arrived: its shop must know.
  return state.payments.length > 0
    ? accept({ type: "sent_to_review", reason: "partially_paid" })
    : accept({ type: "expired" });
}

function decideCancel(state: CheckoutState, now: number): Decision {
  if (state.status !== "open") return refuse("not_open");
  if (shownStatus(state, now) === "expired") return refuse("not_open");
  if (awaitsCredits(state)) return refuse("awaits_credits");
  return accept({ type: "canceled" }, ...supersede(state, null));
}

function decideApprove(
  state: CheckoutState,
  { receiptCode, now, by, note }: Command<"approve">,
): Decision {
  if (!isDecidable(state)) return refuse("not_open");
  return accept(
    { type: "verified", receiptCode, at: now, decision: { by, note } },
    ...supersede(state, null),
  );
}

function decideReject(state: CheckoutState, { by, note, now }: Command<"reject">): Decision {
  if (!isDecidable(state)) return refuse("not_open");
  if (awaitsCredits(state)) return refuse("awaits_credits");
  return accept({ type: "rejected", by, note, at: now }, ...supersede(state, null));
}

function decideRelease(state: CheckoutState, { attemptId, now }: Command<"release">): Decision {
  if (!canBecome(state, "verified")) return refuse("not_open");
  const rest = state.payments.filter((payment) => payment.attemptId !== attemptId);
  if (rest.length === state.payments.length) return refuse("unknown_payment");
  const isDoubtful = rest.some((payment) => payment.state === "doubtful");
  const isLatePart = rest.length > 0 && now >= state.expiresAt;
  const reopens = state.status === "review" && !isDoubtful && !isLatePart;
  return accept(
    { type: "payment_released", attemptId },
    ...(isPending(state, attemptId) ? [ended(attemptId, "superseded")] : []),
    ...(reopens ? [{ type: "reopened" } as const] : []),
  );
}

/** Whether a person can approve or reject it: it is undecided, and there is a payment to decide about. */
export function isDecidable(state: CheckoutState): boolean {
  return canBecome(state, "verified") && state.payments.length > 0;
}

/** The whole amount has arrived and waits for credits: no cancellation or rejection may lose it. */
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
