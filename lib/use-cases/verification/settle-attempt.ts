import type { AttemptState } from "../../domain/attempt.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { log, putMetrics } from "../../pipeline/log.ts";
import type { LookupResult } from "../../providers/adapter.ts";
import { getAttempt } from "../../store/attempts.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { claimantsIn } from "../../store/claims.ts";
import { clearedBuckets } from "../../store/fingerprints.ts";
import { eventsIn } from "../../store/outbox.ts";
import {
  isRefused,
  LOST,
  optimistically,
  type RefusedCommit,
  transact,
} from "../../store/transact.ts";
import { sendAhead } from "../webhooks/route-event.ts";
import { findCredit, verifiedMetrics } from "./credit.ts";
import { type Findings, type Plan, planResult } from "./plan-result.ts";
import { resumeAttemptAt } from "./resume-later.ts";

/**
 * Applies the result of a lookup in one transaction: a payment is added, or the attempt waits or fails. After a refused
 * condition it finds out why, reads the stored state and decides again, so that the first writer wins.
 */
export async function settleAttempt(
  state: AttemptState,
  result: LookupResult,
): Promise<AttemptState> {
  let current = state;
  let findings = firstFindings(result);
  const settled = await optimistically(async () => {
    const { checkout, attempt } = current;
    const plan = await planResult(current, result, findings);
    const commit = await transact(table(), plan.writes);
    if (commit.committed) {
      report(checkout, plan);
      if (checkout.hasEndpoint) await sendAhead(eventsIn(plan.writes));
      if (plan.attempt.nextAt !== null) await resumeAttemptAt(plan.attempt, plan.attempt.nextAt);
      return { checkout: plan.checkout, attempt: plan.attempt };
    }
    const [freshCheckout, freshAttempt] = await Promise.all([
      getCheckout(table(), checkout.id),
      getAttempt(table(), checkout.id, attempt.id),
    ]);
    if (!freshCheckout || !freshAttempt) throw lostRace();
    current = { checkout: freshCheckout, attempt: freshAttempt };
    if (freshAttempt.settledAt !== null || freshAttempt.tries !== attempt.tries) return current;
    findings = await findingsAfter(findings, commit, plan);
    return LOST;
  });
  if (settled === LOST) throw lostRace();
  return settled;
}

/** The assumptions that the sandbox gives to the first round; none for any other result. */
function firstFindings(result: LookupResult): Findings {
  const assume = result.kind === "receipt" ? result.assume : undefined;
  return {
    claimants: [],
    isDuplicate: assume === "possible_duplicate",
    hasCredit: assume !== "no_credits",
    source: null,
    cleared: new Map(),
  };
}

/** What the next round learns from a refused commit. */
async function findingsAfter(
  before: Findings,
  commit: RefusedCommit,
  plan: Plan,
): Promise<Findings> {
  // Claims may have been moved or released since an earlier round.
  const findings = { ...before, claimants: claimantsIn(commit) };
  // A checkout has changed, or the payment belongs to another one: other refusals may no longer apply.
  if (isRefused(commit, "checkout", "claim")) return findings;
  if (isRefused(commit, "fingerprint")) {
    const cleared = clearedBuckets(commit.refusals);
    return cleared
      ? { ...findings, cleared: new Map([...findings.cleared, ...cleared]) }
      : { ...findings, isDuplicate: true };
  }
  if (isRefused(commit, "credits")) {
    const source = await findCredit(plan.checkout, findings.source, commit);
    return source ? { ...findings, source } : { ...findings, hasCredit: false };
  }
  return findings;
}

/** Logs the result; counts a settled attempt, and the checkout if the attempt verified it. */
function report(before: Checkout, { checkout, attempt }: Plan): void {
  const { id, accountId, checkoutId, outcome, createdAt, settledAt, tries } = attempt;
  const about = { provider: attempt.lookup.provider, outcome };
  const ids = { account_id: accountId, checkout_id: checkoutId, attempt_id: id };
  log("info", "attempt", { ...ids, ...about });
  if (settledAt === null) return;
  const time = settledAt - createdAt;
  const counts = {
    AttemptsSettled: 1,
    VerificationTime: time,
    ...verifiedMetrics(before, checkout),
  };
  putMetrics(tries === 1 ? { ...counts, FirstLookupTime: time } : counts, about);
}
