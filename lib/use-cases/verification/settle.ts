import type { Attempt } from "../../domain/attempt-record.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import type { LookupResult } from "../../providers/adapter.ts";
import { getAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { harmlessBuckets } from "../../store/fingerprints.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { isRefused, type RefusedCommit, transact } from "../../store/transact.ts";
import { countSettled } from "./count-settled.ts";
import { findCredit } from "./find-credit.ts";
import { planSettlement } from "./plan-settlement.ts";
import { resumeAttemptAt } from "./resume-attempt-at.ts";
import { type AttemptState, type Learned, NOTHING_LEARNED, type Plan } from "./settlement.ts";

/**
 * Applies the result of a lookup in one transaction: verified, in review, failed, or parked. After a refused condition
 * it learns from the refusal, reads the stored state and decides again, so that the first writer wins.
 */
export async function settleAttempt(
  state: AttemptState,
  result: LookupResult,
): Promise<AttemptState> {
  let { checkout, attempt } = state;
  let learned = assumed(result);
  const settled = await optimistically(async () => {
    const plan = await planSettlement(checkout, attempt, result, learned);
    const commit = await transact(table(), plan.writes);
    if (commit.committed) {
      logOutcome(plan.attempt);
      countSettled(plan.checkout, plan.attempt);
      if (plan.attempt.nextAt !== null) await resumeAttemptAt(plan.attempt, plan.attempt.nextAt);
      return { checkout: plan.checkout, attempt: plan.attempt };
    }
    const [freshCheckout, freshAttempt] = await Promise.all([
      getCheckout(table(), checkout.id),
      getAttempt(table(), checkout.id, attempt.id),
    ]);
    if (!freshCheckout || !freshAttempt) throw lostRace();
    if (freshAttempt.settledAt !== null || freshAttempt.tries !== attempt.tries) {
      return { checkout: freshCheckout, attempt: freshAttempt };
    }
    learned = await learn(learned, commit, plan);
    checkout = freshCheckout;
    attempt = freshAttempt;
    return LOST;
  });
  if (settled === LOST) throw lostRace();
  return settled;
}

/** What the sandbox makes the first round assume; nothing for any other result. */
function assumed(result: LookupResult): Learned {
  const assume = result.kind === "receipt" ? result.assume : undefined;
  return {
    ...NOTHING_LEARNED,
    duplicate: assume === "possible_duplicate",
    noCredits: assume === "no_credits",
  };
}

/** Interprets a refusal for the next round. */
async function learn(learned: Learned, commit: RefusedCommit, plan: Plan): Promise<Learned> {
  // The checkout has changed: the other refusals may no longer apply.
  if (isRefused(commit, "checkout")) return learned;
  if (isRefused(commit, "claim")) return { ...learned, usedBefore: true };
  if (isRefused(commit, "fingerprint")) {
    const harmless = harmlessBuckets(commit.refusals);
    return harmless
      ? { ...learned, harmless: new Map([...learned.harmless, ...harmless]) }
      : { ...learned, duplicate: true };
  }
  if (isRefused(commit, "credits")) {
    const source = await findCredit(plan.checkout, learned.source, commit);
    return source ? { ...learned, source } : { ...learned, noCredits: true };
  }
  return learned;
}

function logOutcome(attempt: Attempt): void {
  log("info", "attempt", {
    account_id: attempt.accountId,
    checkout_id: attempt.checkoutId,
    attempt_id: attempt.id,
    provider: attempt.lookup.provider,
    outcome: attempt.outcome,
  });
}
