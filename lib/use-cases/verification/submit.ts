import { setTimeout as pause } from "node:timers/promises";
import type { VerifyBody } from "../../contract/schemas/verification.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { newId } from "../../domain/ids.ts";
import type { Lookup } from "../../domain/lookup.ts";
import { comparableReference } from "../../domain/references.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { now, randomBytes, table } from "../../pipeline/deps.ts";
import { appIsAliveCheck } from "../../store/apps.ts";
import { attemptWrite, getAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { isRefused, transact, type Write } from "../../store/transact.ts";
import { accountIsOpenCheck } from "../../store/users.ts";
import { lookUpReceipt } from "../banks/lookup.ts";
import { changeCheckout } from "../checkouts/change.ts";
import { decideSubmission, refusal } from "./decide-submission.ts";
import { recognizeReference } from "./recognize-reference.ts";
import { settleAttempt } from "./settle.ts";
import type { AttemptState } from "./settlement.ts";

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
    const { decision, known } = await decideSubmission(checkout, attempt, at);
    if (known) return { ours: false, state: { checkout, attempt: known } };
    if (decision.ok) {
      const change = changeCheckout(checkout, decision.events, at);
      const commit = await transact(table(), [
        ...change.writes,
        attemptWrite(attempt, "new"),
        ...shopChecks(checkout, at),
      ]);
      if (commit.committed) {
        return { ours: true, state: { checkout: change.after, attempt } };
      }
      if (isRefused(commit, "open account", "living app")) throw refusal("not_open");
    }
    checkout = (await getCheckout(table(), checkout.id)) ?? checkout;
    return LOST;
  });
  if (begun === LOST) throw lostRace();
  return begun;
}

/**
 * Refuse a late payment of a shop that has ended, because the merchant could not be notified. Before its expiry a
 * checkout needs no such check: a shop with an open checkout can't end. `at` in ms.
 */
function shopChecks({ accountId, appId, expiresAt }: Checkout, at: number): readonly Write[] {
  if (at < expiresAt) return [];
  return [accountIsOpenCheck(accountId), appIsAliveCheck(accountId, appId)];
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
