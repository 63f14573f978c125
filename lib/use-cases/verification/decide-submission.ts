import type { Attempt } from "../../domain/attempt-record.ts";
import { MOST_UNDECIDED } from "../../domain/checkout.ts";
import type { Decision, Refusal } from "../../domain/checkout-commands.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Lookup } from "../../domain/lookup.ts";
import { comparableReference } from "../../domain/references.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { getAttempt } from "../../store/attempts.ts";
import { MOST_SLIPS, slipsOf } from "./slips.ts";

/** The decision about a submission. */
export interface SubmissionDecision {
  readonly decision: Decision;
  /** The undecided attempt that exists already; the submission changes nothing. */
  readonly known: Attempt | null;
}

/**
 * Decides about a submission. One that corrects the account digits or the phone of a pending attempt takes its place.
 *
 * @throws ServiceError as `submitReference`, except `conflict`
 */
export async function decideSubmission(
  checkout: Checkout,
  attempt: Attempt,
  at: number,
): Promise<SubmissionDecision> {
  const decision = decideSubmit(checkout, attempt, at);
  const known = await knownAttempt(checkout, attempt.lookup, decision);
  if (!known || decision.ok || !isCorrection(attempt, known)) return { decision, known };
  const corrected = decideSubmit(checkout, attempt, at, known.id);
  if (!corrected.ok) throw refusal(corrected.refusal);
  return { decision: corrected, known: null };
}

function decideSubmit(
  checkout: Checkout,
  { id, lookup: { provider, reference } }: Attempt,
  at: number,
  corrects?: string,
): Decision {
  return decide(checkout, {
    type: "submit",
    attempt: { id, provider, reference, submittedAt: at, awaitsCredits: false },
    ...(corrects === undefined ? {} : { corrects }),
    failedAttemptsLimit: environment().config.failedAttemptsPerCheckout,
    now: at,
  });
}

/**
 * Whether a reference is repeated with other account digits or another phone while nobody has read its receipt. What is
 * left out in the repetition changes nothing.
 */
function isCorrection(attempt: Attempt, before: Attempt): boolean {
  if (before.receipt !== null || before.settledAt !== null) return false;
  const { payerPhone, lookup } = attempt;
  if (payerPhone !== null && payerPhone !== before.payerPhone) return true;
  return Object.entries(lookup.parts).some(([name, text]) => before.lookup.parts[name] !== text);
}

/**
 * The undecided attempt with the same reference, if the checkout has one.
 *
 * @throws ServiceError as `submitReference`
 */
async function knownAttempt(
  checkout: Checkout,
  lookup: Lookup,
  decision: Decision,
): Promise<Attempt | null> {
  if (decision.ok) return lookup.provider === "manual" ? knownSlip(checkout, lookup) : null;
  if (decision.refusal !== "already_pending") throw refusal(decision.refusal);
  return pendingWith(checkout, lookup);
}

/**
 * The attempt with the same slip, if the checkout has one.
 *
 * @throws ServiceError `checkout_blocked` for a new slip of a checkout that has enough
 */
async function knownSlip(checkout: Checkout, { reference }: Lookup): Promise<Attempt | null> {
  const slips = await slipsOf(checkout);
  const asked = comparableReference(reference);
  const known = slips.find(({ lookup }) => comparableReference(lookup.reference) === asked);
  if (known) return known;
  if (slips.length < MOST_SLIPS) return null;
  throw tooManyUndecided(MOST_SLIPS);
}

function tooManyUndecided(count: number): ServiceError {
  return new ServiceError(
    "checkout_blocked",
    `This checkout already has ${count} undecided references. Ask the merchant to decide, or for a new checkout.`,
  );
}

async function pendingWith(checkout: Checkout, lookup: Lookup): Promise<Attempt | null> {
  const pending = checkout.pending.find(
    ({ provider, reference }) => provider === lookup.provider && reference === lookup.reference,
  );
  return pending ? getAttempt(table(), checkout.id, pending.id) : null;
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
      return tooManyUndecided(MOST_UNDECIDED);
    default:
      return new ServiceError("checkout_not_open", "This checkout accepts no more payments.");
  }
}
