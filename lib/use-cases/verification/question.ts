import type { Attempt } from "../../domain/attempt-record.ts";
import { MAX_PENDING } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { table } from "../../pipeline/deps.ts";
import { getAttempt, listAttempts } from "../../store/attempts.ts";

/** Newest attempts to search for the one in question. */
const SEARCHED = 100;
/** Writes that one transaction takes. */
const MOST_WRITES = 100;
/**
 * Writes of a decision besides those of typed references: state, event, receipt code, credit (3), issues (3), audit entry,
 * idempotency record, and the references that are pending.
 */
const OTHER_WRITES = 11 + MAX_PENDING;
/** Typed references per decision: each takes a write of its own and one for each provider. */
const MOST_TYPED = Math.floor((MOST_WRITES - OTHER_WRITES) / (PROVIDERS.length + 1));

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
  const isTyped = (one: Attempt) =>
    one.lookup.provider === "manual" && one.outcome === "pending" && isSettled(one, checkout);
  if (!isTyped(attempt)) return { attempt, others: [] };
  const { data } = await listAttempts(table(), checkout.id, { limit: SEARCHED, internal: true });
  const [newest = attempt, ...others] = data.filter(isTyped).slice(0, MOST_TYPED);
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
 * What is pending in the checkout ends with it as superseded. If it has settled since the checkout was read, the decision
 * starts over; naming it here as well would put it into the transaction twice.
 */
function isSettled({ id }: Attempt, checkout: Checkout): boolean {
  return !checkout.pending.some((pending) => pending.id === id);
}
