import type { Attempt } from "../../domain/attempt.ts";
import { inTurns } from "../../domain/parking.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { now, table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import { parkedByNextAccount } from "../../store/attempts.ts";
import { noteDrawn, noteResumed } from "../banks/breaker-guard.ts";
import { resumeAttemptAt } from "./resume-attempt-at.ts";

/** Accounts in one trial, with one attempt each. */
const TRIAL_ACCOUNTS = 50;
/** Accounts, and attempts per account, to resume at once; others resume by their hourly schedule. */
const RESUMED_ACCOUNTS = 300;
const RESUMED_PER_ACCOUNT = 20;
const MAX_RESUMED = 1_000;
/** Spreads the load on a bank that has just come back. */
const RESUMED_PER_SECOND = 10;

/**
 * Resumes one parked attempt per account, so that no account delays another. Unreadable attempts are not used for
 * trials.
 *
 * @param drawnAfter last account of the previous trial
 */
export async function resumeForTrial(provider: ProviderId, drawnAfter: string): Promise<void> {
  const accounts = await parkedAccounts(provider, drawnAfter, TRIAL_ACCOUNTS);
  const drawn = accounts.flatMap((attempts) => pick(attempts.filter(isUntried)));
  await resumeAll(drawn);
  const last = accounts.at(-1)?.[0];
  if (last !== undefined) await noteDrawn(provider, last.accountId);
}

/**
 * Resumes attempts parked for a provider, the accounts in turn. Each runs as a trial, so that an open breaker does not
 * refuse it if the first ones fail.
 */
export async function resumeParked(provider: ProviderId): Promise<void> {
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
    const attempts = await parkedByNextAccount(table(), provider, after, RESUMED_PER_ACCOUNT);
    const accountId = attempts[0]?.accountId;
    if (accountId === undefined || found.has(accountId)) {
      if (hasWrapped) break;
      hasWrapped = true;
      after = "";
      continue;
    }
    found.set(accountId, attempts);
    after = accountId;
  }
  return [...found.values()];
}

function isUntried({ outcome }: Attempt): boolean {
  return outcome !== "unreadable";
}

function pick(attempts: readonly Attempt[]): readonly Attempt[] {
  const chosen = attempts[Math.floor(Math.random() * attempts.length)];
  return chosen === undefined ? [] : [chosen];
}
