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
  | "manual"
  /** Nobody was asked: money came short and a person approved it by himself. */
  | "amount_mismatch";

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

/** Whether the table of transitions leads there. */
export function canBecome(state: CheckoutState, status: CheckoutStatus): boolean {
  return TRANSITIONS[state.status].includes(status);
}
