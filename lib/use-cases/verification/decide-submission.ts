import type { VerifyBody } from "../../contract/schemas/verification.ts";
import type { Attempt, Lookup } from "../../domain/attempt.ts";
import { type Checkout, MOST_UNDECIDED } from "../../domain/checkout.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Decision, Refusal } from "../../domain/checkout-evolve.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { MOST_PAYMENTS } from "../../domain/payment.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { FACTS } from "../../providers/facts.ts";
import { getAttempt } from "../../store/attempts.ts";
import { asksTheSame, isAskable } from "../banks/lookup.ts";
import { recognizeFor } from "../banks/recognize.ts";

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

/** What a payer gave beside the reference. */
type PayerDetails = Pick<VerifyBody, "payer_phone" | "payer_account_suffix">;

/**
 * Finds out which receipt the input of a verify call means, without asking a bank.
 *
 * @throws ServiceError `invalid_request` naming `input`, `provider` or `payer_account_suffix`
 */
export async function recognizeReference(checkout: Checkout, body: VerifyBody): Promise<Lookup> {
  const found = await recognizeFor(checkout, body.input, body.provider);
  switch (found.kind) {
    case "lookup":
      return completeLookup(checkout, found.lookup, body);
    case "ambiguous":
      throw invalidField("provider", `is needed: it could be ${found.providers.join(" or ")}`);
    case "several_references":
      throw invalidField(
        "input",
        `holds several references: ${found.references.join(", ")}; send one`,
      );
    case "provider_not_enabled":
      throw invalidField("provider", `${found.provider} is not accepted here`);
    case "unrecognized":
      throw invalidField("input", "is not a reference, receipt link or SMS that we know");
  }
}

/**
 * Adds the payer's details to a recognized reference.
 *
 * @throws ServiceError `invalid_request` if the bank needs more than that, naming the field
 */
export async function completeLookup(
  checkout: Checkout,
  recognized: Lookup,
  { payer_phone, payer_account_suffix }: PayerDetails,
): Promise<Lookup> {
  const lookup = withPayerDigits(recognized, payer_account_suffix);
  if (await isAskable(lookup, checkout, payer_phone ?? null)) return lookup;
  throw notEnough(lookup);
}

/** Adds the digits of the payer's account unless the link or text had them. */
function withPayerDigits(lookup: Lookup, suffix: string | undefined): Lookup {
  const isAsked = FACTS[lookup.provider].inputs.some(({ id }) => id === "payer_account_suffix");
  if (suffix === undefined || !isAsked || lookup.parts.suffix !== undefined) return lookup;
  return { ...lookup, parts: { ...lookup.parts, suffix } };
}

function notEnough({ provider }: Lookup): ServiceError {
  const inputs = FACTS[provider].inputs.map(({ id }) => id);
  return inputs.includes("payer_account_suffix")
    ? invalidField(
        "payer_account_suffix",
        "is needed with a bare reference: the last 5 digits of the account that paid, or send the receipt's link",
      )
    : invalidField("input", "is not enough by itself: send the receipt's link or its SMS");
}
