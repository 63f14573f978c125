import { setTimeout as pause } from "node:timers/promises";
import type { VerifyBody } from "../../contract/schemas/verification.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import { MOST_UNDECIDED } from "../../domain/checkout.ts";
import type { Decision, Refusal } from "../../domain/checkout-commands.ts";
import { decide } from "../../domain/checkout-decide.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import type { Lookup } from "../../domain/lookup.ts";
import { comparableReference } from "../../domain/references.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { now, randomBytes, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { attemptWrite, getAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { transact } from "../../store/transact.ts";
import { lookUpReceipt } from "../banks/lookup.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { readOpenShop } from "../checkouts/open-shop.ts";
import { recognizeReference } from "./recognize-reference.ts";
import { settleAttempt } from "./settle.ts";
import type { AttemptState } from "./settlement.ts";
import { MOST_SLIPS, slipsOf } from "./slips.ts";

/** How long a request waits for the bank before it answers `pending`. */
const PATIENCE_MS = 8_000;
/** Longer than a synchronous try can take; after a crash the payer waits this long for the next try. */
const LEASE_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;

interface Submission {
  readonly checkout: Checkout;
  readonly lookup: Lookup;
  readonly payerPhone: string | null;
  /** ms */
  readonly now: number;
}

/**
 * Recognizes the input of a verify call and submits it.
 *
 * @throws ServiceError as `recognizeReference` and `submitReference`
 */
export async function submitInput(
  checkout: Checkout,
  body: VerifyBody,
  at: number,
): Promise<AttemptState> {
  const lookup = await recognizeReference(checkout, body);
  return submitReference({ checkout, lookup, payerPhone: body.payer_phone ?? null, now: at });
}

/**
 * Submits a recognized reference for a checkout and looks it up at once. Returns when the attempt is settled
 * or after about 8 s, whichever is first; the queue continues an unsettled one.
 *
 * @throws ServiceError `checkout_not_open`, `checkout_blocked`, `rate_limited`; `conflict` after 12 lost races
 */
export async function submitReference(submission: Submission): Promise<AttemptState> {
  const deadline = submission.now + PATIENCE_MS;
  const begun = await begin(submission.checkout, submission.lookup, submission.payerPhone);
  if (!begun.ours) return waitForOutcome(begun.state, deadline);
  const { checkout, attempt } = begun.state;
  const patienceMs = Math.max(1, deadline - now());
  const result = await lookUpReceipt(attempt, checkout, { patienceMs });
  return settleAttempt(begun.state, result);
}

/** Stores the attempt with its lease, or finds the attempt that exists for the same reference. */
async function begin(
  first: Checkout,
  lookup: Lookup,
  payerPhone: string | null,
): Promise<{ readonly ours: boolean; readonly state: AttemptState }> {
  let checkout = first;
  const begun = await optimistically(async () => {
    const earlier = await settledWith(checkout, lookup);
    if (earlier) return { ours: false, state: { checkout, attempt: earlier } };
    const at = now();
    const attempt = newAttempt(checkout, lookup, payerPhone, at);
    const decision = decide(checkout, {
      type: "submit",
      attempt: {
        id: attempt.id,
        provider: lookup.provider,
        reference: lookup.reference,
        submittedAt: at,
        awaitsCredits: false,
      },
      failedAttemptsLimit: environment().config.failedAttemptsPerCheckout,
      now: at,
    });
    const known = await knownAttempt(checkout, lookup, decision);
    if (known) return { ours: false, state: { checkout, attempt: known } };
    if (decision.ok) {
      await assertShopIsOpen(checkout, at);
      const change = changeCheckout(checkout, decision.events, at);
      const commit = await transact(table(), [...change.writes, attemptWrite(attempt, "new")]);
      if (commit.committed) {
        return { ours: true, state: { checkout: change.after, attempt } };
      }
    }
    checkout = (await getCheckout(table(), checkout.id)) ?? checkout;
    return LOST;
  });
  if (begun === LOST) throw lostRace();
  return begun;
}

/**
 * Refuses a late payment of a shop that has ended, because the merchant could not be notified. Before its expiry a
 * checkout needs no such read: a shop with an open checkout can't end. `at` in ms.
 *
 * @throws ServiceError `checkout_not_open`
 */
async function assertShopIsOpen(checkout: Checkout, at: number): Promise<void> {
  if (at < checkout.expiresAt) return;
  if ((await readOpenShop(checkout.accountId, checkout.appId)) === null) throw refusal("not_open");
}

/** The attempt that verified this checkout, if it used the same reference: the result is the same. */
async function settledWith(checkout: Checkout, lookup: Lookup): Promise<Attempt | null> {
  if (checkout.status !== "verified" || checkout.settledBy === null) return null;
  const attempt = await getAttempt(table(), checkout.id, checkout.settledBy);
  if (!attempt) return null;
  const asked = comparableReference(lookup.reference);
  const known = [attempt.lookup.reference, checkout.payment?.reference ?? ""]
    .filter((reference) => reference !== "")
    .map(comparableReference);
  return known.includes(asked) ? attempt : null;
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

/** Another request is asking the bank: poll for its outcome instead of asking twice. */
async function waitForOutcome(state: AttemptState, deadline: number): Promise<AttemptState> {
  let { attempt } = state;
  let wait = FIRST_PAUSE_MS;
  while (attempt.settledAt === null && attempt.leaseUntil > now() && now() + wait < deadline) {
    await pause(wait);
    wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
    attempt = (await getAttempt(table(), attempt.checkoutId, attempt.id)) ?? attempt;
  }
  const checkout = await getCheckout(table(), state.checkout.id);
  return { checkout: checkout ?? state.checkout, attempt };
}

function newAttempt(
  checkout: Checkout,
  lookup: Lookup,
  payerPhone: string | null,
  at: number,
): Attempt {
  return {
    id: newId("att_", at, randomBytes(10)),
    checkoutId: checkout.id,
    accountId: checkout.accountId,
    appId: checkout.appId,
    livemode: checkout.livemode,
    lookup,
    payerPhone,
    outcome: "pending",
    createdAt: at,
    settledAt: null,
    tries: 1,
    nextAt: at,
    leaseUntil: at + LEASE_MS,
    streak: null,
    expected: { amount: checkout.amount, currency: checkout.currency },
    found: null,
    evidence: null,
    receipt: null,
  };
}

function refusal(reason: Refusal): ServiceError {
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
