import type { Attempt } from "../../domain/attempt-record.ts";
import { acceptsPayment, shownStatus } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";

/** Everything that a payer can be told, one at a time. */
export type Situation =
  // The checkout itself.
  | "waiting"
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
  // A reference did not do.
  | "not_found"
  | "not_completed"
  | "receiver_mismatch"
  | "currency_mismatch"
  | "already_used"
  | "too_old"
  | "amount_mismatch"
  | "unreadable"
  // What was typed was not taken.
  | "not_a_reference"
  | "which_bank"
  | "bank_not_accepted"
  | "odd_date"
  | "bad_phone"
  | "rate_limited"
  | "exhausted"
  | "try_again";

export type Tone = "calm" | "busy" | "slow" | "good" | "warn" | "bad";

interface Treatment {
  readonly tone: Tone;
  /** `fold`: there for those who mistyped, but out of the way. */
  readonly form: "open" | "fold" | "none";
  /** Where the money goes to. `fold` once something was paid: nobody shall pay twice by mistake. */
  readonly methods: "open" | "fold" | "none";
  /** The number that was tried stands with the news, so that a slip of the finger shows. */
  readonly names: boolean;
  /** The page asks again by itself: soon, or now and then. */
  readonly asks: "soon" | "sometimes" | "never";
}

const WAITS = { form: "open", methods: "fold", names: false, asks: "never" } as const;
const LOOKS = { tone: "busy", form: "fold", methods: "none", names: true, asks: "soon" } as const;
const FAILED = { tone: "bad", ...WAITS, names: true } as const;
const REFUSED = { tone: "warn", ...WAITS } as const;
const OVER = { tone: "calm", form: "none", methods: "none", names: false, asks: "never" } as const;

export const TREATMENTS: Readonly<Record<Situation, Treatment>> = {
  waiting: { tone: "calm", ...WAITS, methods: "open" },
  verified: { ...OVER, tone: "good" },
  review: { ...OVER, tone: "slow", asks: "sometimes" },
  expired: { ...REFUSED, methods: "none" },
  closed: OVER,
  canceled: OVER,
  rejected: { ...OVER, tone: "bad" },
  checking: LOOKS,
  bank_silent: LOOKS,
  not_there_yet: LOOKS,
  confirming: { ...LOOKS, tone: "good", form: "none" },
  // Its own sentence names it.
  not_found: { ...FAILED, names: false },
  not_completed: FAILED,
  receiver_mismatch: { ...FAILED, methods: "open" },
  currency_mismatch: FAILED,
  already_used: FAILED,
  too_old: FAILED,
  amount_mismatch: { ...FAILED, methods: "none" },
  unreadable: { ...FAILED, tone: "warn" },
  not_a_reference: REFUSED,
  which_bank: REFUSED,
  bank_not_accepted: { ...REFUSED, methods: "open" },
  odd_date: REFUSED,
  bad_phone: REFUSED,
  rate_limited: REFUSED,
  exhausted: { ...OVER, tone: "warn" },
  try_again: REFUSED,
};

/** What a checkout and the attempt that the payer asks about come to, at `now` (ms). */
export function situationOf(checkout: Checkout, attempt: Attempt | null, now: number): Situation {
  const status = shownStatus(checkout, now);
  switch (status) {
    case "verified":
    case "review":
    case "canceled":
    case "rejected":
      return status;
    case "verifying":
      return attempt?.settledAt === null ? lookedUp(attempt) : "checking";
    case "expired":
      return failure(attempt) ?? (acceptsPayment(checkout, now) ? "expired" : "closed");
    case "open":
      return failure(attempt) ?? "waiting";
  }
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

/** null where the attempt is no bad news, or none at all. */
function failure(attempt: Attempt | null): Situation | null {
  if (attempt === null || attempt.settledAt === null) return null;
  switch (attempt.outcome) {
    case "not_found":
    case "not_completed":
    case "receiver_mismatch":
    case "currency_mismatch":
    case "already_used":
    case "too_old":
    case "amount_mismatch":
    case "unreadable":
      return attempt.outcome;
    case "provider_unavailable":
      return "unreadable";
    case "pending":
    case "matched":
    case "insufficient_credits":
    case "superseded":
      return null;
  }
}
