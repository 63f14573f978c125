import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { table } from "../../pipeline/deps.ts";
import { getAttempt, listAttempts } from "../../store/attempts.ts";
import { MOST_SLIPS, slipsOf } from "./slips.ts";

/** Newest attempts to search for the one in question. */
const SEARCHED = 100;
/** Outcomes with a proven receipt of the bank; the last one only lacked a credit. */
const PROVEN = ["matched", "insufficient_credits"] as const;

/** What a person must decide. */
export interface Question {
  readonly attempt: Attempt;
  /** If no bank was asked: other references typed for the same payment, e.g. with a typo. */
  readonly others: readonly Attempt[];
}

/** Null if there is nothing to decide. */
export async function questionOf(checkout: Checkout): Promise<Question | null> {
  const attempt = await attemptInQuestion(checkout);
  if (attempt === null) return null;
  const isSlip = attempt.lookup.provider === "manual" && attempt.outcome === "pending";
  if (!isSlip) return { attempt, others: [] };
  const slips = (await slipsOf(checkout)).filter((slip) => isSettled(slip, checkout));
  const [newest = attempt, ...others] = slips.slice(0, MOST_SLIPS);
  return { attempt: newest, others };
}

/** The attempt with the payment in question; null if there is nothing to decide. */
async function attemptInQuestion(checkout: Checkout): Promise<Attempt | null> {
  if (checkout.status === "review") {
    const id = checkout.review?.attemptId ?? null;
    const asked = id === null ? null : await getAttempt(table(), checkout.id, id);
    // A later attempt may have found the receipt that the first one did not.
    return asked?.receipt ? asked : ((await newestWithReceipt(checkout, ...PROVEN)) ?? asked);
  }
  if (checkout.status !== "open" && checkout.status !== "expired") return null;
  return newestWithReceipt(checkout, "amount_mismatch");
}

async function newestWithReceipt(
  checkout: Checkout,
  ...outcomes: readonly Attempt["outcome"][]
): Promise<Attempt | null> {
  const { data } = await listAttempts(table(), checkout.id, { limit: SEARCHED, internal: true });
  // An approval shows the payment, so it must have come to this merchant.
  const isOurs = (attempt: Attempt) =>
    attempt.outcome !== "amount_mismatch" || attempt.found !== null;
  const fits = (attempt: Attempt) =>
    outcomes.includes(attempt.outcome) && attempt.receipt !== null && isSettled(attempt, checkout);
  return data.find((attempt) => fits(attempt) && isOurs(attempt)) ?? null;
}

/**
 * False for an attempt that is pending in the checkout: the decision supersedes it. If the attempt has settled since the
 * checkout was read, the decision loses and starts over; a second write of it would break the transaction.
 */
function isSettled({ id }: Attempt, checkout: Checkout): boolean {
  return !checkout.pending.some((pending) => pending.id === id);
}
