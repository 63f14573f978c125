import { createHash } from "node:crypto";
import type { AttemptOutcome } from "../../domain/attempt.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { table } from "../../pipeline/deps.ts";
import { getAttempt, listAttempts } from "../../store/attempts.ts";
import { isSlip } from "./slips.ts";

/** Newest attempts to search. */
const SEARCHED = 100;
/** Outcomes after which only a person can say whether the payment has arrived. */
const UNREAD: readonly AttemptOutcome[] = ["pending", "provider_unavailable", "unreadable"];

/** Mark in the evidence of a reference that is still looked up: the user has been warned that it is used. */
const NOTED = "used_elsewhere";

/** What a person must decide. */
export interface Question {
  /** See `decisionStateOf`. */
  readonly state: string;
  /** The payment that is in question. */
  readonly attempt: Attempt;
  /** Other references whose receipts nobody has read: another spelling of the same payment, or a second one. */
  readonly unread: readonly Attempt[];
  /** Other receipts, such as that of the rest of the amount, and references that the service is still looking up. */
  readonly payments: readonly Attempt[];
}

/** Null if there is nothing to decide. */
export async function questionOf(checkout: Checkout): Promise<Question | null> {
  const isReview = checkout.status === "review";
  if (!isReview && checkout.status !== "open" && checkout.status !== "expired") return null;
  const { data } = await listAttempts(table(), checkout, { limit: SEARCHED, internal: true });
  // The decision supersedes these. If one has settled since the checkout was read, the decision loses and starts over.
  const isPending = ({ id }: Attempt) => checkout.pending.some((one) => one.id === id);
  const settled = data.filter((one) => one.settledAt !== null && !isPending(one));
  const attempt = isReview
    ? await reviewedAttempt(checkout, settled)
    : (settled.find(hasPaid) ?? null);
  if (attempt === null) return null;
  const others = settled.filter(({ id }) => id !== attempt.id);
  return {
    state: decisionStateOf(checkout, data),
    attempt,
    unread: others.filter((one) => one.receipt === null && UNREAD.includes(one.outcome)),
    payments: [...others.filter(({ receipt }) => receipt !== null), ...data.filter(isPending)],
  };
}

/**
 * Names what a person who reads the checkout now decides about. The name changes when a payment settles, when a payment
 * turns out to be used elsewhere, and with a warning; not when a reference is submitted, or while it is looked up.
 *
 * @param attempts newest first
 */
export function decisionStateOf(
  { review, exceptions, pending }: Checkout,
  attempts: readonly Attempt[],
): string {
  const isOpen = ({ id, settledAt }: Attempt) =>
    settledAt === null || pending.some((one) => one.id === id);
  const idsOf = (some: readonly Attempt[]) => some.map(({ id }) => id);
  const settled = attempts.filter((one) => !isOpen(one));
  const counted = settled.filter((one) => one.receipt !== null || UNREAD.includes(one.outcome));
  const warnedOf = attempts.filter((one) => isOpen(one) && isNoted(one));
  const named = [review?.attemptId, review?.reason, exceptions, idsOf(counted), idsOf(warnedOf)];
  return createHash("sha256").update(JSON.stringify(named)).digest("base64url");
}

/** Whether the user has been warned that this reference, which is still looked up, is used. */
export function isNoted({ evidence }: Attempt): boolean {
  return evidence?.[NOTED] === true;
}

/** The evidence with the mark that the user has been warned. */
export function noted({ evidence }: Attempt): Attempt["evidence"] {
  return { ...evidence, [NOTED]: true };
}

/** The attempt with the payment of a review; null if there is nothing to decide. */
async function reviewedAttempt(
  checkout: Checkout,
  settled: readonly Attempt[],
): Promise<Attempt | null> {
  const id = checkout.review?.attemptId ?? null;
  const asked = id === null ? null : await getAttempt(table(), checkout.id, id);
  if (asked?.receipt) return asked;
  // A later attempt may have found the receipt that the first one did not, or have corrected a slip.
  const proven = settled.find(isProven);
  if (proven || asked === null) return proven ?? null;
  const isOpen = !isSlip(asked) && asked.outcome !== "already_used";
  return isOpen ? asked : (settled.find(isSlip) ?? asked);
}

/** Whether the bank's receipt needs no person for its amount. */
function isProven(attempt: Attempt): boolean {
  return attempt.outcome !== "amount_mismatch" && hasPaid(attempt);
}

/** An approval shows the payment, so it must have come to this merchant. */
export function hasPaid({ outcome, receipt, found }: Attempt): boolean {
  return receipt !== null && (outcome !== "amount_mismatch" || found !== null);
}
