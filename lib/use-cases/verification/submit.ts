import { setTimeout as pause } from "node:timers/promises";
import type { VerifyBody } from "../../contract/schemas/verification.ts";
import type { Attempt, Lookup } from "../../domain/attempt.ts";
import { amountDue, type Checkout, isPending } from "../../domain/checkout.ts";
import { newId } from "../../domain/ids.ts";
import { paymentsWith } from "../../domain/payment.ts";
import { comparableReference } from "../../domain/receipt.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { now, randomBytes, table } from "../../pipeline/deps.ts";
import { appIsAliveCheck } from "../../store/apps.ts";
import { attemptWrite, getAttempt, removeWrite } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { commitOne, LOST, optimistically } from "../../store/conditional.ts";
import { retried } from "../../store/retried.ts";
import { isRefused, transact, type Write } from "../../store/transact.ts";
import { accountIsOpenCheck } from "../../store/users.ts";
import { lookUpReceipt } from "../banks/lookup.ts";
import { type Change, changeCheckout } from "../checkouts/change.ts";
import { decideSubmission, recognizeReference, refusal } from "./decide-submission.ts";
import type { AttemptState } from "./plan-result.ts";
import { typedClaims } from "./read-payment.ts";
import { settleAttempt } from "./settle-attempt.ts";

/** How long a request waits for the bank before it answers `pending`. */
const PATIENCE_MS = 8_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;
/** Longer than a synchronous try can take; after a crash the payer waits this long for the next try. */
const LEASE_MS = 30_000;

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
  return lookUpReceipt(attempt, checkout, { patienceMs }, (result) =>
    settleAttempt(begun.state, result),
  );
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

/**
 * Stores an attempt with its lease, or finds the attempt that exists for the same reference (`ours`: false).
 *
 * @throws ServiceError as `submitReference`
 */
async function begin(
  first: Checkout,
  lookup: Lookup,
  payerPhone: string | null,
): Promise<{ readonly ours: boolean; readonly state: AttemptState }> {
  let checkout = first;
  const begun = await optimistically(async () => {
    const earlier = await attemptWith(checkout, lookup);
    if (earlier) return { ours: false, state: { checkout, attempt: earlier } };
    const at = now();
    // A new one in each round: see `storeInTurn`.
    const attempt = newAttempt(checkout, lookup, payerPhone, at);
    const { decision, known } = await decideSubmission(checkout, attempt, at);
    if (known) return { ours: false, state: { checkout, attempt: known } };
    if (decision.ok) {
      const change = changeCheckout(checkout, decision.events, at);
      const isLate = at >= checkout.expiresAt;
      const stored = await (isLate ? storeLate : storeInTurn)(change, attempt);
      if (stored) return { ours: true, state: { checkout: stored, attempt } };
    }
    checkout = (await getCheckout(table(), checkout.id)) ?? checkout;
    return LOST;
  });
  if (begun === LOST) throw lostRace();
  return begun;
}

/**
 * Stores the attempt, then the state that lists it: half the write units of a transaction. The bank is asked only after
 * both. If the process dies in between, no state lists the attempt; it promised nothing, and the sweeper ends it
 * (`checkoutListing`). That raises the version, so a state that is written after that is refused: the version in its
 * condition was read before the attempt was stored.
 *
 * @returns the checkout that lists the attempt; null if it has changed since, and the attempt is gone
 */
async function storeInTurn({ after, writes }: Change, attempt: Attempt): Promise<Checkout | null> {
  const [listing, ...others] = writes;
  if (listing === undefined || others.length > 0) throw new Error("a submission publishes nothing");
  // Refused only because of an earlier try whose response was lost: nobody else knows the id.
  await retried(() => commitOne(table(), attemptWrite(attempt, "new")));
  if (await retried(() => commitOne(table(), listing))) return after;
  const fresh = await getCheckout(table(), after.id);
  // Here, too, an earlier try may have been applied.
  if (fresh && isPending(fresh, attempt.id)) return fresh;
  // Refused if the sweeper's worker has taken it, which ends it, or if it was listed and has been settled since.
  await retried(() => commitOne(table(), removeWrite(attempt)));
  return null;
}

/**
 * Stores both in one transaction that refuses a late payment of a shop that has ended, because the merchant could not
 * be notified. Before its expiry a checkout needs no such check: a shop with an open checkout can't end.
 *
 * @returns as `storeInTurn`
 * @throws ServiceError `checkout_not_open`
 */
async function storeLate({ after, writes }: Change, attempt: Attempt): Promise<Checkout | null> {
  const { accountId, appId } = after;
  const shopChecks: readonly Write[] = [
    accountIsOpenCheck(accountId),
    appIsAliveCheck(accountId, appId),
  ];
  const commit = await transact(table(), [...writes, attemptWrite(attempt, "new"), ...shopChecks]);
  if (isRefused(commit, "open account", "living app")) throw refusal("not_open");
  return commit.committed ? after : null;
}

/** The attempt with a payment that the checkout holds, if it is the same reference: the result is the same. */
async function attemptWith(checkout: Checkout, lookup: Lookup): Promise<Attempt | null> {
  const { payments } = checkout;
  if (payments.length === 0) return null;
  const asked = comparableReference(lookup.reference);
  const held =
    paymentsWith(payments, typedClaims(lookup))[0] ??
    payments.find(({ typed }) => typed !== null && comparableReference(typed) === asked);
  return held ? getAttempt(table(), checkout.id, held.attemptId) : null;
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
    expected: { amount: amountDue(checkout), currency: checkout.currency },
    found: null,
    evidence: null,
    receipt: null,
    fingerprints: [],
  };
}
