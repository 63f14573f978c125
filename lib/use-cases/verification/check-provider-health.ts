import { enabledBanks } from "../../contract/service-config-text.ts";
import type { Attempt } from "../../domain/attempt.ts";
import { type Breaker, isSuspect, isTrialDue } from "../../domain/breaker.ts";
import { inTurns } from "../../domain/parking.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { errorFields, log, logUnreadable, putMetric } from "../../pipeline/log.ts";
import { parkedByNextAccount } from "../../store/attempts.ts";
import { getBreakers } from "../../store/banks.ts";
import { runCanary } from "../banks/canary.ts";
import { claimTrial, noteDrawn, noteResumed } from "../banks/inquiry.ts";
import { resumeAttemptAt } from "./resume-later.ts";

/** Accounts in one trial, with one attempt each. */
const TRIAL_ACCOUNTS = 50;
/** Accounts, and attempts per account, to resume at once; others resume by their hourly schedule. */
const RESUMED_ACCOUNTS = 300;
const RESUMED_PER_ACCOUNT = 20;
const MAX_RESUMED = 1_000;
/** Spreads the load on a bank that has just come back. */
const RESUMED_PER_SECOND = 10;

/** Runs the canary of every enabled bank that is not switched off. */
export function runCanaries(): Promise<void> {
  return eachBank((provider) => runCanary(provider));
}

/** Tests banks with an open breaker, checks suspect ones, and resumes attempts parked for those that are back. */
export function checkProviderHealth(): Promise<void> {
  return eachBank(async (provider, breaker) => {
    // Each minute, so that the alarm lasts as long as the outage.
    if (breaker.state === "open") putMetric("BreakerOpened", 1, { provider });
    if (breaker.state !== "open" && breaker.owesResume) await resumeParked(provider);
    if (isTrialDue(breaker, now())) await tryAgain(provider);
    else if (isSuspect(breaker, now())) await runCanary(provider);
  });
}

/** Runs the canary, whose result no customer can influence; uses parked attempts only if it is inconclusive. */
async function tryAgain(provider: ProviderId): Promise<void> {
  const breaker = await claimTrial(provider);
  if (breaker === null) return;
  const result = await runCanary(provider);
  if (result === "passed") await resumeParked(provider);
  if (result === null || result === "unreadable")
    await resumeForTrial(provider, breaker.drawnAfter);
}

/** Works on each enabled bank that is not switched off. An error at one bank does not stop the others. */
async function eachBank(
  work: (provider: ProviderId, breaker: Breaker) => Promise<unknown>,
): Promise<void> {
  const breakers = await getBreakers(
    table(),
    enabledBanks(environment().config.providers),
    logUnreadable,
  );
  const banks = [...breakers].filter(([, { off }]) => !off);
  const results = await Promise.allSettled(banks.map((bank) => work(...bank)));
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    log("error", "provider check failed", {
      provider: banks[index]?.[0],
      ...errorFields(result.reason),
    });
  }
}

/**
 * Resumes one parked attempt per account, so that no account delays another. Unreadable attempts are not used for
 * trials.
 *
 * @param drawnAfter last account of the previous trial
 */
async function resumeForTrial(provider: ProviderId, drawnAfter: string): Promise<void> {
  const accounts = await parkedAccounts(provider, drawnAfter, TRIAL_ACCOUNTS);
  const drawn = accounts.flatMap((attempts) => pick(attempts.filter(isUntried)));
  await resumeAll(drawn);
  const last = accounts.at(-1)?.[0];
  if (last !== undefined) await noteDrawn(provider, last.accountId);
}

/**
 * Resumes attempts parked for a provider, round-robin across accounts. Each runs as a trial, so that an open breaker
 * does not refuse it if the first ones fail.
 */
async function resumeParked(provider: ProviderId): Promise<void> {
  const accounts = await parkedAccounts(provider, "", RESUMED_ACCOUNTS);
  const parked = inTurns(accounts).slice(0, MAX_RESUMED);
  await resumeAll(parked);
  await noteResumed(provider);
  if (parked.length > 0) log("info", "parked attempts resumed", { provider, count: parked.length });
}

async function resumeAll(attempts: readonly Attempt[]): Promise<void> {
  const at = now();
  for (const [index, attempt] of attempts.entries()) {
    const cause = isUntried(attempt) ? "trial" : "resumed";
    await resumeAttemptAt(attempt, at + Math.floor(index / RESUMED_PER_SECOND) * 1000, cause);
  }
}

/** Parked attempts by account, from the first account after `from`, wrapping around. */
async function parkedAccounts(
  provider: ProviderId,
  from: string,
  most: number,
): Promise<readonly (readonly Attempt[])[]> {
  const found = new Map<string, readonly Attempt[]>();
  let after = from;
  let hasWrapped = from === "";
  while (found.size < most) {
    const next = await parkedByNextAccount(
      table(),
      provider,
      after,
      RESUMED_PER_ACCOUNT,
      logUnreadable,
    );
    if (next === null || found.has(next.accountId)) {
      if (hasWrapped) break;
      hasWrapped = true;
      after = "";
      continue;
    }
    found.set(next.accountId, next.attempts);
    after = next.accountId;
  }
  return [...found.values()].filter((attempts) => attempts.length > 0);
}

function isUntried({ outcome }: Attempt): boolean {
  return outcome !== "unreadable";
}

function pick(attempts: readonly Attempt[]): readonly Attempt[] {
  const chosen = attempts[Math.floor(Math.random() * attempts.length)];
  return chosen === undefined ? [] : [chosen];
}
