import type { Attempt } from "../../domain/attempt-record.ts";
import { isPending } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { newId } from "../../domain/ids.ts";
import type { Lookup } from "../../domain/lookup.ts";
import { comparableReference } from "../../domain/references.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { now, randomBytes, table } from "../../pipeline/deps.ts";
import { appIsAliveCheck } from "../../store/apps.ts";
import { attemptWrite, getAttempt, removeWrite } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { commitOne } from "../../store/conditional.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { retried } from "../../store/retried.ts";
import { isRefused, transact, type Write } from "../../store/transact.ts";
import { accountIsOpenCheck } from "../../store/users.ts";
import { type Change, changeCheckout } from "../checkouts/change.ts";
import { decideSubmission, refusal } from "./decide-submission.ts";
import type { AttemptState } from "./settlement.ts";

/** Longer than a synchronous try can take; after a crash the payer waits this long for the next try. */
const LEASE_MS = 30_000;

/**
 * Stores an attempt with its lease, or finds the attempt that exists for the same reference (`ours`: false).
 *
 * @throws ServiceError as `submitReference`
 */
export async function begin(
  first: Checkout,
  lookup: Lookup,
  payerPhone: string | null,
): Promise<{ readonly ours: boolean; readonly state: AttemptState }> {
  let checkout = first;
  const begun = await optimistically(async () => {
    const earlier = await settledWith(checkout, lookup);
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
