import { setTimeout as pause } from "node:timers/promises";
import type { VerifyBody } from "../../contract/schemas/verification.ts";
import {
  type Attempt,
  type AttemptState,
  FOUND_BY_NOTICE,
  isFoundByNotice,
  type Lookup,
} from "../../domain/attempt.ts";
import {
  amountDue,
  type Checkout,
  type CheckoutState,
  hasExpired,
  isPending,
  MOST_UNDECIDED,
  shownStatus,
} from "../../domain/checkout.ts";
import { decide, evolve, type Refusal } from "../../domain/checkout-changes.ts";
import { ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { MOST_PAYMENTS, type Payment, paymentsWith } from "../../domain/payment.ts";
import { buyerOf } from "../../domain/payment-link.ts";
import { comparableReference } from "../../domain/receipt.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { now, randomBytes, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { reply } from "../../pipeline/http.ts";
import { typedClaims } from "../../providers/references-within.ts";
import { appIsAliveCheck } from "../../store/apps.ts";
import { attemptWrite, getAttempt, removeWrite } from "../../store/attempts.ts";
import { stateWrite } from "../../store/checkout-item.ts";
import { getCheckout } from "../../store/checkouts.ts";
import {
  commitRetried,
  isRefused,
  LOST,
  optimistically,
  transact,
  type Write,
} from "../../store/transact.ts";
import { accountIsOpenCheck, holdWrite } from "../../store/users.ts";
import { comparedRequests, lookUpReceipt, recognizeReference } from "../banks/lookup.ts";
import { presentAttempt, shownOutcome } from "../checkouts/present.ts";
import { settleAttempt } from "./settle-attempt.ts";

/** How long a request waits for the bank before it answers `pending`. */
const PATIENCE_MS = 8_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;
/** Longer than a synchronous try can take; after a crash, the payer waits this long for the next try. */
const LEASE_MS = 30_000;
/** Seconds after which the next request can succeed. */
const ASK_AGAIN_SECONDS = "2";

interface Submission {
  readonly checkout: Checkout;
  readonly lookup: Lookup;
  readonly payerPhone: string | null;
  /** A notice points to the reference, and no customer has entered it. */
  readonly isFoundByNotice?: boolean;
}

/**
 * Recognizes the input of a verify call and submits it.
 *
 * @throws ServiceError as `recognizeReference` and `submitReference`
 */
export async function submitInput(checkout: Checkout, body: VerifyBody): Promise<AttemptState> {
  const lookup = await recognizeReference(checkout, body);
  return submitReference({ checkout, lookup, payerPhone: body.payer_phone ?? null });
}

/**
 * Submits a recognized reference for a checkout and looks it up at once. Returns when the attempt is settled
 * or after about 8 s, whichever is first; the queue continues an unsettled one.
 *
 * @throws ServiceError `checkout_not_open`, `checkout_blocked`, `rate_limited`; `conflict` after 12 lost races
 */
export async function submitReference(submission: Submission): Promise<AttemptState> {
  const deadline = now() + PATIENCE_MS;
  const begun = await begin(submission);
  if (!begun.ours) return waitForOutcome(begun, deadline);
  const { checkout, attempt } = begun;
  const patienceMs = Math.max(1, deadline - now());
  return lookUpReceipt(attempt, checkout, { patienceMs }, (result) => settleAttempt(begun, result));
}

/** 200 for a settled attempt, else 202 with `Retry-After`. */
export function presentVerification<Shown>(
  { checkout, attempt }: AttemptState,
  present: (checkout: Checkout, now: number) => Shown,
) {
  const at = now();
  const body = {
    object: "verification" as const,
    status: shownStatus(checkout, at),
    outcome: shownOutcome(attempt, checkout),
    attempt: presentAttempt(attempt, checkout),
    checkout: present(checkout, at),
  };
  const isSettled = attempt.settledAt !== null;
  return isSettled
    ? reply(200, body)
    : reply(202, body, { headers: { "retry-after": ASK_AGAIN_SECONDS } });
}

/** Another request is asking the bank: poll for its outcome instead of asking twice. */
async function waitForOutcome(state: AttemptState, deadline: number): Promise<AttemptState> {
  let { attempt } = state;
  let wait = FIRST_PAUSE_MS;
  // What is settled has no lease.
  while (attempt.leaseUntil > now() && now() + wait < deadline) {
    await pause(wait);
    wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
    attempt = (await getAttempt(table(), attempt.checkoutId, attempt.id)) ?? attempt;
  }
  const checkout = await getCheckout(table(), state.checkout.id);
  return { checkout: checkout ?? state.checkout, attempt };
}

/**
 * Stores an attempt with its lease, or finds the one that the same reference has already (`ours`: false).
 *
 * @throws ServiceError as `submitReference`
 */
async function begin(submission: Submission): Promise<AttemptState & { readonly ours: boolean }> {
  let { checkout } = submission;
  const begun = await optimistically(async () => {
    const at = now();
    // A new one in each round: see `storeInTurn`.
    const attempt = newAttempt(checkout, submission, at);
    const earlier = await earlierAttempt(checkout, attempt);
    if (earlier) return { ours: false, checkout, attempt: earlier };
    const listing = await listingOf(attempt, checkout, at);
    const isLate = hasExpired(checkout, at);
    const stored = isLate ? await storeLate(listing) : await storeInTurn(listing);
    if (stored) return { ours: true, checkout: stored, attempt };
    checkout = (await getCheckout(table(), checkout.id)) ?? checkout;
    return LOST;
  });
  if (begun === LOST) throw lostRace();
  return begun;
}

function newAttempt(checkout: Checkout, submission: Submission, at: number): Attempt {
  const { lookup, payerPhone } = submission;
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
    expected: { amount: amountDue(checkout), currency: checkout.currency },
    found: null,
    evidence: submission.isFoundByNotice === true ? FOUND_BY_NOTICE : null,
    receipt: null,
    fingerprints: [],
  };
}

/**
 * The attempt that already has the reference: the result is the same. A pending one with different account digits or a
 * different phone does not count: the first may be right, and anyone with the link can submit another.
 */
async function earlierAttempt(checkout: Checkout, attempt: Attempt): Promise<Attempt | null> {
  const { lookup } = attempt;
  const held = heldWith(checkout.payments, lookup);
  if (held) return getAttempt(table(), checkout.id, held.attemptId);
  for (const { id, provider, reference } of checkout.pending) {
    if (provider !== lookup.provider || reference !== lookup.reference) continue;
    const before = await getAttempt(table(), checkout.id, id);
    if (before && !(await isCorrection(attempt, before, checkout))) return before;
  }
  return null;
}

function heldWith(payments: readonly Payment[], lookup: Lookup): Payment | undefined {
  const asked = comparableReference(lookup.reference);
  return (
    paymentsWith(payments, typedClaims(lookup))[0] ??
    payments.find(({ typed }) => typed !== null && comparableReference(typed) === asked)
  );
}

/**
 * Whether a repeated reference needs another lookup, because its account digits or phone differ, or because it asks another
 * host of the bank: the first one may be down. Values that the repetition leaves out change nothing. A customer who enters a
 * reference that a notice pointed to adds information.
 */
async function isCorrection(
  attempt: Attempt,
  before: Attempt,
  checkout: Checkout,
): Promise<boolean> {
  if (isFoundByNotice(before) && !isFoundByNotice(attempt)) return true;
  const { payerPhone, lookup } = attempt;
  const parts = Object.entries(lookup.parts);
  const isNew =
    (payerPhone !== null && payerPhone !== before.payerPhone) ||
    parts.some(([name, text]) => before.lookup.parts[name] !== text);
  const { areSame, asksAnotherHost } = await comparedRequests(attempt, before, checkout);
  return isNew ? !areSame : asksAnotherHost;
}

/** A checkout that lists its new attempt. */
interface Listing extends AttemptState {
  /** Stores the new state. */
  readonly write: Write;
}

/**
 * Lists the attempt. A submission publishes nothing, so that the state alone is stored.
 *
 * @throws ServiceError as `submitReference`, except `conflict`
 */
async function listingOf(attempt: Attempt, checkout: Checkout, at: number): Promise<Listing> {
  const { id, lookup } = attempt;
  const { provider, reference } = lookup;
  const decided = decide(checkout, {
    type: "submit",
    attempt: { id, provider, reference, submittedAt: at, awaitsCredits: false },
    failedAttemptsLimit: environment().config.failedAttemptsPerCheckout,
    now: at,
  });
  if (!decided.ok) {
    const { refusal: reason } = decided;
    throw reason === "too_many_pending" ? await pendingRefusal(checkout, at) : refusal(reason);
  }
  const state = decided.events.reduce<CheckoutState>(evolve, checkout);
  const after = { ...checkout, ...state, version: checkout.version + 1 };
  return { checkout: after, attempt, write: stateWrite(checkout, after) };
}

const BLOCKED: Partial<Record<Refusal, string>> = {
  too_many_failures:
    "Too many references failed for this checkout. Waiting does not help: ask the merchant for a new checkout.",
  too_many_undecided: `This checkout accepts no more references: ${MOST_UNDECIDED} have not failed. Ask the merchant for help, or for a new checkout.`,
  too_many_payments: `This checkout already has ${MOST_PAYMENTS} payments. Ask the merchant to decide about them.`,
};
const WAIT = "Three references are being checked already; wait for one of them.";
const LEAST_WAIT_SECONDS = 15;

/** The error of a submission while three are pending: none of them ends before its bank's next lookup. */
async function pendingRefusal({ id, pending }: Checkout, at: number): Promise<ServiceError> {
  const attempts = await Promise.all(pending.map((one) => getAttempt(table(), id, one.id)));
  const next = Math.min(...attempts.map((attempt) => attempt?.nextAt ?? at));
  const seconds = Math.max(LEAST_WAIT_SECONDS, Math.ceil((next - at) / 1000));
  return new ServiceError("rate_limited", WAIT, { retryAfterSeconds: seconds });
}

/** The error of a refused submission. */
function refusal(reason: Refusal): ServiceError {
  const why = BLOCKED[reason];
  return why === undefined
    ? new ServiceError("checkout_not_open", "This checkout accepts no more payments.")
    : new ServiceError("checkout_blocked", why);
}

/**
 * Stores the attempt, then the state that lists it: half the write units of a transaction. The bank is asked only after
 * both. If the process dies in between, no state lists the attempt; no client has a response for it, and the sweeper deletes it
 * (`checkoutListing`). That raises the version, so a later write of the state is refused: the version in its
 * condition was read before the attempt was stored.
 *
 * @returns the checkout that lists the attempt; null if it has changed since, and the attempt is gone
 */
async function storeInTurn({ checkout, attempt, write }: Listing): Promise<Checkout | null> {
  // Refused only because of an earlier try whose response was lost: nobody else knows the id.
  await commitRetried(table(), attemptWrite(attempt, "new"));
  if (await commitRetried(table(), write)) return checkout;
  const fresh = await getCheckout(table(), checkout.id);
  // An earlier try may have been applied here as well.
  if (fresh && isPending(fresh, attempt.id)) return fresh;
  // Refused if the sweeper's worker has taken it, which ends it, or if it was listed and has been settled since.
  await commitRetried(table(), removeWrite(attempt));
  return null;
}

/**
 * Stores both in one transaction that refuses a late payment if the app was deleted or the account closed, because the
 * merchant could not be notified. A checkout that has not expired needs no such check: it prevents both until two minutes after
 * its expiry. Who buys credits must have an open account as well, or they would get nothing for their money. An account that
 * closes at the same time may have looked for payments before this one: it is held open.
 *
 * @returns as `storeInTurn`
 * @throws ServiceError `checkout_not_open`
 */
async function storeLate({ checkout, attempt, write }: Listing): Promise<Checkout | null> {
  const { accountId, appId } = checkout;
  // A transaction takes one operation on each item, and the operator may buy credits from itself.
  const accounts = new Set([accountId, buyerOf(checkout) ?? accountId]);
  const at = now();
  const commit = await transact(table(), [
    ...[write, attemptWrite(attempt, "new"), appIsAliveCheck(accountId, appId)],
    ...[...accounts].flatMap((id) => [accountIsOpenCheck(id), holdWrite(id, at)]),
  ]);
  if (isRefused(commit, "open account", "living app")) throw refusal("not_open");
  return commit.committed ? checkout : null;
}
