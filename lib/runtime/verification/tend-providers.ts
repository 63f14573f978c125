import { enabledBanks } from "../../contract/service-config.ts";
import { admission, type Breaker } from "../../domain/breaker.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { parkedAttempts } from "../../store/attempts.ts";
import { getBreakers } from "../../store/breakers.ts";
import { now, table } from "../deps.ts";
import { environment } from "../environment.ts";
import { errorFields, log } from "../log.ts";
import { admit, noteResumed } from "./breaker-guard.ts";
import { runCanary } from "./canary.ts";
import { wakeAttempt } from "./wake.ts";

/** Woken in one go. More than these come again by their own hourly plan. */
const MAX_RESUMED = 1_000;
/** A bank that has just come back is not asked for everything at once. */
const RESUMED_PER_SECOND = 10;
/** Parked attempts of which one is taken as the trial. */
const CANDIDATES = 50;

/** Runs every enabled bank's canary. */
export async function runCanaries(): Promise<void> {
  await eachBank(async (provider) => void (await runCanary(provider)));
}

/** Tries banks that were given up on, and wakes what was parked for those that are back. */
export async function tendProviders(): Promise<void> {
  const banks = enabledBanks(environment().config.providers);
  const breakers = await getBreakers(table(), banks);
  await eachBank(async (provider) => {
    const breaker = breakers.get(provider);
    if (breaker === undefined) return;
    if (admission(breaker, now()) === "trial") await tryAgain(provider, breaker);
    else if (breaker.state === "closed" && breaker.owesResume) await resumeAll(provider);
  });
}

async function tryAgain(provider: ProviderId, { cause }: Breaker): Promise<void> {
  // Pages that nobody could read are proved good by a receipt only: a payer's own try is the trial.
  if (cause === "bad_answer" && (await wakeOne(provider))) return;
  if (!(await admit(provider))) return;
  if (await runCanary(provider)) return;
  await wakeOne(provider);
}

/** Any of them: the oldest may be one that can never be read. */
async function wakeOne(provider: ProviderId): Promise<boolean> {
  const parked = await parkedAttempts(table(), provider, CANDIDATES);
  const chosen = parked[Math.floor(Math.random() * parked.length)];
  if (chosen === undefined) return false;
  await wakeAttempt(chosen, now(), "resumed");
  return true;
}

async function resumeAll(provider: ProviderId): Promise<void> {
  const parked = await parkedAttempts(table(), provider, MAX_RESUMED);
  const at = now();
  for (const [index, attempt] of parked.entries()) {
    const delayMs = Math.floor(index / RESUMED_PER_SECOND) * 1000;
    await wakeAttempt(attempt, at + delayMs, "resumed");
  }
  await noteResumed(provider);
  if (parked.length > 0) log("info", "parked attempts resumed", { provider, count: parked.length });
}

/** One bank's trouble must not keep the others from their turn. */
async function eachBank(work: (provider: ProviderId) => Promise<void>): Promise<void> {
  const banks = enabledBanks(environment().config.providers);
  const results = await Promise.allSettled(banks.map(work));
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    log("error", "tending failed", { provider: banks[index], ...errorFields(result.reason) });
  }
}
