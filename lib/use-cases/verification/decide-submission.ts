import type { Attempt } from "../../domain/attempt-record.ts";
import { MOST_UNDECIDED } from "../../domain/checkout.ts";
import type { Decision, Refusal } from "../../domain/checkout-commands.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Lookup } from "../../domain/lookup.ts";
import { MOST_PAYMENTS } from "../../domain/payment.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { getAttempt } from "../../store/attempts.ts";
import { asksTheSame } from "../banks/lookup.ts";

/** The decision about a submission. */
export interface SubmissionDecision {
  readonly decision: Decision;
  /** The undecided attempt that exists already; the submission changes nothing. */
  readonly known: Attempt | null;
}

/**
 * Decides about a submission. If its account digits or phone differ from a pending attempt of the same reference, both are
 * looked up: the first may be right, and anyone with the link can submit another.
 *
 * @throws ServiceError as `submitReference`, except `conflict`
 */
export async function decideSubmission(
  checkout: Checkout,
  attempt: Attempt,
  at: number,
): Promise<SubmissionDecision> {
  const decision = decideSubmit(checkout, attempt, at);
  if (decision.ok) return { decision, known: null };
  if (decision.refusal !== "already_pending") throw refusal(decision.refusal);
  for (const before of await pendingWith(checkout, attempt.lookup)) {
    if (!(await isCorrection(attempt, before, checkout))) return { decision, known: before };
  }
  const corrected = decideSubmit(checkout, attempt, at, true);
  if (!corrected.ok) throw refusal(corrected.refusal);
  return { decision: corrected, known: null };
}

function decideSubmit(
  checkout: Checkout,
  { id, lookup: { provider, reference } }: Attempt,
  at: number,
  corrects = false,
): Decision {
  return decide(checkout, {
    type: "submit",
    attempt: { id, provider, reference, submittedAt: at, awaitsCredits: false },
    corrects,
    failedAttemptsLimit: environment().config.failedAttemptsPerCheckout,
    now: at,
  });
}

/**
 * Whether a repeated reference asks its bank for something else, because of other account digits or another phone. What
 * is left out in the repetition changes nothing.
 */
async function isCorrection(
  attempt: Attempt,
  before: Attempt,
  checkout: Checkout,
): Promise<boolean> {
  if (before.receipt !== null) return false;
  const { payerPhone, lookup } = attempt;
  const parts = Object.entries(lookup.parts);
  const isNew =
    (payerPhone !== null && payerPhone !== before.payerPhone) ||
    parts.some(([name, text]) => before.lookup.parts[name] !== text);
  return isNew && !(await asksTheSame(attempt, before, checkout));
}

/** The pending attempts with the same reference. */
async function pendingWith(checkout: Checkout, lookup: Lookup): Promise<readonly Attempt[]> {
  const pending = checkout.pending.filter(
    ({ provider, reference }) => provider === lookup.provider && reference === lookup.reference,
  );
  const attempts = await Promise.all(pending.map(({ id }) => getAttempt(table(), checkout.id, id)));
  return attempts.filter((one) => one !== null);
}

/** The error of a refused submission. */
export function refusal(reason: Refusal): ServiceError {
  switch (reason) {
    case "too_many_pending":
      return new ServiceError(
        "rate_limited",
        "Three references are being checked already; wait for one of them.",
        { retryAfterSeconds: 15 },
      );
    case "too_many_failures":
      return new ServiceError(
        "checkout_blocked",
        "Too many references failed for this checkout. Waiting does not help: ask the merchant for a new checkout.",
      );
    case "too_many_undecided":
      return new ServiceError(
        "checkout_blocked",
        `This checkout already has ${MOST_UNDECIDED} undecided references. Ask the merchant to decide, or for a new checkout.`,
      );
    case "too_many_payments":
      return new ServiceError(
        "checkout_blocked",
        `This checkout already has ${MOST_PAYMENTS} payments. Ask the merchant to decide about them.`,
      );
    default:
      return new ServiceError("checkout_not_open", "This checkout accepts no more payments.");
  }
}
