import type { AttemptOutcome } from "./attempt.ts";
import type { ProviderId } from "./provider.ts";

/** What is stored. `verifying` is not among them: it is how an open checkout with a pending attempt is shown. */
export type CheckoutStatus = "open" | "verified" | "review" | "expired" | "canceled" | "rejected";

export const SHOWN_STATUSES = [
  "open",
  "verifying",
  "verified",
  "review",
  "expired",
  "canceled",
  "rejected",
] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export const CHECKOUT_EXCEPTIONS = [
  "overpaid",
  "paid_late",
  "possible_duplicate",
  "receiver_unconfirmed",
  "time_unconfirmed",
  "approved_by_hand",
] as const;
export type CheckoutException = (typeof CHECKOUT_EXCEPTIONS)[number];

/** Why a person has to decide. */
export type ReviewReason =
  | "possible_duplicate"
  | "receiver_unconfirmed"
  | "time_unconfirmed"
  | "paid_late"
  | "provider_unavailable"
  | "unreadable"
  | "insufficient_credits"
  | "manual";

/** After `expires_at` a payment can still be proved for this long. */
export const GRACE_MS = 24 * 3_600_000;
/** Different references that may be looked up at the same time. */
export const MAX_PENDING = 3;

/** From which status to which: the whole life of a checkout. What is not here cannot happen. */
export const TRANSITIONS: Readonly<Record<CheckoutStatus, readonly CheckoutStatus[]>> = {
  open: ["verified", "review", "expired", "canceled"],
  expired: ["verified", "review"],
  review: ["verified", "rejected"],
  verified: [],
  canceled: [],
  rejected: [],
};

/** An attempt that is not settled yet. */
export interface PendingAttempt {
  readonly id: string;
  readonly provider: ProviderId;
  readonly reference: string;
  readonly submittedAt: number;
  /** Proved, and only waiting for credits. */
  readonly awaitsCredits: boolean;
}

export interface Review {
  readonly reason: ReviewReason;
  readonly attemptId: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly note: string | null;
}

export interface Payment {
  readonly provider: ProviderId;
  readonly reference: string;
  /** Masked. */
  readonly payerName: string | null;
  readonly paidAt: number | null;
}

/** The part of a checkout that changes; everything else about it is fixed at creation. */
export interface CheckoutState {
  readonly status: CheckoutStatus;
  /** Rises with every stored change; the condition of every write. */
  readonly version: number;
  /** Rises with every event that is told outside. */
  readonly sequence: number;
  readonly expiresAt: number;
  readonly pending: readonly PendingAttempt[];
  readonly attemptsCount: number;
  readonly failedAttempts: number;
  readonly exceptions: readonly CheckoutException[];
  readonly review: Review | null;
  readonly amountReceived: number | null;
  readonly payment: Payment | null;
  readonly verifiedAt: number | null;
  readonly receiptCode: string | null;
  /** The attempt that verified it. */
  readonly settledBy: string | null;
}

/** A payment that was proved, as far as the checkout is concerned. */
export interface Proof {
  readonly payment: Payment;
  readonly amountReceived: number | null;
  readonly exceptions: readonly CheckoutException[];
}

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
  | { readonly type: "reject"; readonly by: string; readonly note: string; readonly now: number };

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

/** Decides what a command does to a checkout, without doing it. Total: every pair has an answer. */
export function decide(
  state: CheckoutState,
  command: CheckoutCommand,
  limits: { readonly failedAttempts: number },
): Decision {
  switch (command.type) {
    case "submit":
      return decideSubmit(state, command, limits.failedAttempts);
    case "prove":
      return decideProve(state, command);
    case "fail":
      if (!isPending(state, command.attemptId)) return refuse("unknown_attempt");
      return accept({ ...ended(command.attemptId, command.outcome), failed: true });
    case "await_credits":
      if (!isPending(state, command.attemptId)) return refuse("unknown_attempt");
      return accept({ type: "attempt_awaits_credits", attemptId: command.attemptId });
    case "give_up":
      return decideGiveUp(state, command);
    case "cancel":
      return decideCancel(state, command.now);
    case "expire":
      if (state.status !== "open" || state.pending.length > 0) return refuse("not_open");
      return command.now >= state.expiresAt ? accept({ type: "expired" }) : refuse("not_due");
    case "approve":
      return decideApprove(state, command);
    case "reject":
      if (state.status !== "review") return refuse("not_open");
      return accept(
        { type: "rejected", by: command.by, note: command.note, at: command.now },
        ...supersede(state, null),
      );
    default:
      return unreachable(command);
  }
}

function decideSubmit(
  state: CheckoutState,
  command: Extract<CheckoutCommand, { type: "submit" }>,
  failedAttemptsLimit: number,
): Decision {
  if (!acceptsPayment(state, command.now)) return refuse("not_open");
  const { attempt } = command;
  const same = state.pending.some(
    (other) => other.provider === attempt.provider && other.reference === attempt.reference,
  );
  if (same) return refuse("already_pending");
  if (state.pending.length >= MAX_PENDING) return refuse("too_many_pending");
  if (state.failedAttempts >= failedAttemptsLimit) return refuse("too_many_failures");
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
  // A checkout that is in review already stays there with its first reason.
  if (state.status === "review") return accept(ended(attemptId, "matched"));
  return accept(
    { type: "sent_to_review", attemptId, reason: review, proof },
    ended(attemptId, "matched"),
  );
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
  // Proved money must not be canceled away while it waits for a credit.
  if (state.pending.some((attempt) => attempt.awaitsCredits)) return refuse("not_open");
  return accept({ type: "canceled" }, ...supersede(state, null));
}

function decideApprove(
  state: CheckoutState,
  command: Extract<CheckoutCommand, { type: "approve" }>,
): Decision {
  // By hand also where the money came short (open or expired), not only in review.
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

/** Folds one event into the state. `version` rises by the store, once per write. */
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
    case "verified":
      return {
        ...state,
        status: "verified",
        exceptions: unique([...event.proof.exceptions]),
        review:
          state.review && event.decision
            ? {
                ...state.review,
                decidedBy: event.decision.by,
                decidedAt: event.at,
                note: event.decision.note,
              }
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
    case "expired":
      return { ...state, status: "expired" };
    case "canceled":
      return { ...state, status: "canceled" };
    case "rejected":
      return {
        ...state,
        status: "rejected",
        review: state.review && {
          ...state.review,
          decidedBy: event.by,
          decidedAt: event.at,
          note: event.note,
        },
      };
    default:
      return unreachable(event);
  }
}

/** The status as anyone sees it, without waiting for the sweeper to store `expired`. */
export function shownStatus(state: CheckoutState, now: number): ShownStatus {
  if (state.status !== "open" && state.status !== "expired") return state.status;
  if (state.pending.length > 0) return "verifying";
  return now >= state.expiresAt ? "expired" : state.status;
}

/** Whether a reference may still be submitted: open, in review, or inside the grace period. */
export function acceptsPayment(state: CheckoutState, now: number): boolean {
  return canBecome(state, "verified") && now < graceEndsAt(state);
}

/** The last instant (exclusive, ms) at which a payment can be proved. */
export function graceEndsAt(state: Pick<CheckoutState, "expiresAt">): number {
  return state.expiresAt + GRACE_MS;
}

function canBecome(state: CheckoutState, status: CheckoutStatus): boolean {
  return TRANSITIONS[state.status].includes(status);
}

function isPending(state: CheckoutState, attemptId: string): boolean {
  return state.pending.some((attempt) => attempt.id === attemptId);
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

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

function unreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
