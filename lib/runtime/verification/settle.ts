import type { Attempt } from "../../domain/attempt-record.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Reading } from "../../providers/adapter.ts";
import { getAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { harmlessBuckets } from "../../store/claims.ts";
import { type Commit, transact } from "../../store/transact.ts";
import { table } from "../deps.ts";
import { log } from "../log.ts";
import { countSettled } from "./count-settled.ts";
import { planSettlement } from "./plan-settlement.ts";
import { type Learned, NOTHING_LEARNED, type Plan, type Standing } from "./settlement.ts";
import { wakeAttempt } from "./wake.ts";

const MAX_ROUNDS = 12;

/**
 * Makes of a reading what the rules say: verified, in review, failed, or parked. Everything that
 * belongs together is one transaction; a refused condition teaches the next round, which reads again
 * and decides again, so that whoever was first has won.
 */
export async function settleAttempt(standing: Standing, reading: Reading): Promise<Standing> {
  let { checkout, attempt } = standing;
  let learned = NOTHING_LEARNED;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const plan = await planSettlement(checkout, attempt, reading, learned);
    const commit = await transact(table(), plan.writes);
    if (commit.committed) {
      logOutcome(plan.attempt);
      countSettled(plan.checkout, plan.attempt);
      if (plan.attempt.settledAt === null && plan.attempt.nextAt !== null) {
        await wakeAttempt(plan.attempt, plan.attempt.nextAt);
      }
      return { checkout: plan.checkout, attempt: plan.attempt };
    }
    learned = learn(learned, commit, plan);
    const [freshCheckout, freshAttempt] = await Promise.all([
      getCheckout(table(), checkout.id),
      getAttempt(table(), checkout.id, attempt.id),
    ]);
    if (!freshCheckout || !freshAttempt) break;
    if (freshAttempt.settledAt !== null || freshAttempt.tries !== attempt.tries) {
      return { checkout: freshCheckout, attempt: freshAttempt };
    }
    checkout = freshCheckout;
    attempt = freshAttempt;
  }
  throw new ServiceError("service_unavailable", "The checkout is being changed; try again.", {
    retryAfterSeconds: 1,
  });
}

/** Reads a refusal: which of the conditions did not hold, and what that means for the next round. */
function learn(
  learned: Learned,
  commit: Extract<Commit, { committed: false }>,
  plan: Plan,
): Learned {
  const { failed, existing } = commit;
  // A state that somebody else has changed says nothing about the rest yet.
  if (failed.includes("checkout") || failed.includes("attempt")) return learned;
  if (failed.some((label) => label.startsWith("claim "))) return { ...learned, usedBefore: true };
  if (plan.fingerprint && failed.some((label) => label.startsWith("fingerprint "))) {
    const harmless = harmlessBuckets(plan.fingerprint, existing);
    return harmless
      ? { ...learned, harmless: new Map([...learned.harmless, ...harmless]) }
      : { ...learned, duplicate: true };
  }
  // Which payment of the day the other one was, nobody can tell.
  if (failed.some((label) => label.startsWith("day "))) return { ...learned, duplicate: true };
  if (failed.includes("credits")) return { ...learned, noCredits: true };
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
