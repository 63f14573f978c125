import type { Attempt } from "../../domain/attempt.ts";
import { acceptsPayment, type Checkout, shownStatus } from "../../domain/checkout.ts";

/** States of the page. It shows exactly one. */
export type Situation =
  // The checkout itself.
  | "waiting"
  | "partly_paid"
  | "suspended"
  | "verified"
  | "review"
  | "expired"
  | "closed"
  | "canceled"
  | "rejected"
  // A reference is being looked up.
  | "checking"
  | "bank_silent"
  | "not_there_yet"
  | "confirming"
  // A reference did not verify the checkout.
  | "not_found"
  | "not_completed"
  | "receiver_mismatch"
  | "currency_mismatch"
  | "already_used"
  | "too_old"
  | "unreadable"
  // What was typed was not accepted.
  | "not_a_reference"
  | "which_bank"
  | "bank_not_accepted"
  | "odd_date"
  | "bad_phone"
  | "account_digits_needed"
  | "already_counted"
  | "still_checking"
  | "rate_limited"
  | "exhausted"
  | "try_again";

export type Tone = "calm" | "busy" | "slow" | "good" | "warn" | "bad";

interface Treatment {
  readonly tone: Tone;
  /** `fold`: behind a summary, for those who mistyped. */
  readonly form: "open" | "fold" | "none";
  /** The accounts to pay to. `fold` once something was paid, so that nobody pays twice by mistake. */
  readonly methods: "open" | "fold" | "none";
  /** Shows the reference that was tried, so that a typing error can be seen. */
  readonly names: boolean;
  /** Puts the reference that was tried into the field, to be corrected. */
  readonly prefills: boolean;
  /** How often the page's script polls: every few seconds, up to once a minute, or never. */
  readonly polls: "soon" | "sometimes" | "never";
}

const OPEN = {
  form: "open",
  methods: "fold",
  names: false,
  prefills: true,
  polls: "sometimes",
} as const;
const CHECKING = {
  tone: "busy",
  form: "fold",
  methods: "none",
  names: true,
  prefills: true,
  polls: "soon",
} as const;
const FAILED = { ...OPEN, tone: "bad", names: true } as const;
const REFUSED = { ...OPEN, tone: "warn" } as const;
const OVER = {
  tone: "calm",
  form: "none",
  methods: "none",
  names: false,
  prefills: false,
  polls: "never",
} as const;

export const TREATMENTS: Readonly<Record<Situation, Treatment>> = {
  waiting: { ...OPEN, tone: "calm", methods: "open" },
  // Each number is a new one.
  partly_paid: { ...OPEN, tone: "slow", methods: "open", prefills: false },
  // Nobody may pay now, but a payment that was made must not be lost.
  suspended: { ...REFUSED, methods: "none", prefills: false },
  verified: { ...OVER, tone: "good" },
  // Folded: the shop may decide without another number.
  review: { ...OVER, tone: "slow", form: "fold", polls: "sometimes" },
  expired: { ...REFUSED, methods: "none" },
  closed: OVER,
  canceled: OVER,
  rejected: { ...OVER, tone: "bad" },
  checking: CHECKING,
  bank_silent: CHECKING,
  not_there_yet: CHECKING,
  confirming: { ...CHECKING, tone: "good", form: "none" },
  // The sentence itself names the reference.
  not_found: { ...FAILED, names: false },
  not_completed: FAILED,
  receiver_mismatch: { ...FAILED, methods: "open" },
  currency_mismatch: FAILED,
  already_used: FAILED,
  too_old: FAILED,
  unreadable: { ...FAILED, tone: "warn" },
  not_a_reference: REFUSED,
  which_bank: REFUSED,
  bank_not_accepted: { ...REFUSED, methods: "open" },
  odd_date: REFUSED,
  bad_phone: REFUSED,
  account_digits_needed: REFUSED,
  already_counted: REFUSED,
  still_checking: REFUSED,
  rate_limited: REFUSED,
  exhausted: { ...OVER, tone: "warn", polls: "sometimes" },
  try_again: REFUSED,
};

/** The situation of a checkout and the attempt that the payer asks about, at `now` (ms). */
export function situationOf(checkout: Checkout, attempt: Attempt | null, now: number): Situation {
  const status = shownStatus(checkout, now);
  switch (status) {
    case "verified":
    case "canceled":
    case "rejected":
      return status;
    case "review":
      return laterNumber(checkout, attempt) ?? "review";
    case "verifying":
      return attempt?.settledAt === null ? lookedUp(attempt) : "checking";
    case "expired":
    case "open":
      return failure(attempt) ?? asking(checkout, now);
  }
}

/** What the page asks for while nothing has ended the checkout but its time, also one that the sweeper has not reached. */
export function asking(
  checkout: Checkout,
  now: number,
): "suspended" | "partly_paid" | "waiting" | "expired" | "closed" {
  const { expiresAt, suspended, amountReceived } = checkout;
  if (now >= expiresAt) return acceptsPayment(checkout, now) ? "expired" : "closed";
  if (suspended) return "suspended";
  return amountReceived > 0 ? "partly_paid" : "waiting";
}

function lookedUp(attempt: Attempt): Situation {
  switch (attempt.streak?.reason) {
    case "provider_unavailable":
    case "unreadable":
      return "bank_silent";
    case "insufficient_credits":
      return "confirming";
    case "not_found":
      return "not_there_yet";
    default:
      return "checking";
  }
}

/** What came of a number that was entered during a review; null where a payment in review came with it. */
function laterNumber({ pending, payments }: Checkout, attempt: Attempt | null): Situation | null {
  if (attempt === null || payments.some(({ attemptId }) => attemptId === attempt.id)) return null;
  return pending.some(({ id }) => id === attempt.id) ? lookedUp(attempt) : failure(attempt);
}

/** How the attempt failed; null where it did not, or there is none. */
function failure(attempt: Attempt | null): Situation | null {
  if (attempt === null || attempt.settledAt === null) return null;
  switch (attempt.outcome) {
    case "not_found":
    case "not_completed":
    case "receiver_mismatch":
    case "currency_mismatch":
    case "already_used":
    case "too_old":
    case "unreadable":
      return attempt.outcome;
    case "provider_unavailable":
      return "unreadable";
    case "pending":
    case "matched":
    case "counted":
    case "insufficient_credits":
    case "superseded":
      return null;
  }
}

/** Situations that follow from input that was not accepted; the page's address names them. */
export type InputProblem = Extract<
  Situation,
  | "not_a_reference"
  | "which_bank"
  | "bank_not_accepted"
  | "odd_date"
  | "bad_phone"
  | "account_digits_needed"
  | "already_counted"
  | "still_checking"
  | "rate_limited"
  | "closed"
  | "try_again"
>;
