import { enabledBanks } from "../../contract/service-config.ts";
import { isSuspect, isTrialDue } from "../../domain/breaker.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { errorFields, log, putMetric } from "../../pipeline/log.ts";
import { getBreakers } from "../../store/breakers.ts";
import { claimTrial } from "../banks/breaker-guard.ts";
import { runCanary } from "../banks/canary.ts";
import { resumeForTrial, resumeParked } from "./resume-parked.ts";

/** Runs every enabled bank's canary. */
export async function runCanaries(): Promise<void> {
  await eachBank(async (provider) => void (await runCanary(provider)));
}

/** Tests banks with an open breaker, checks suspect ones, and resumes attempts parked for those that are back. */
export async function checkProviderHealth(): Promise<void> {
  const banks = enabledBanks(environment().config.providers);
  const breakers = await getBreakers(table(), banks);
  await eachBank(async (provider) => {
    const breaker = breakers.get(provider);
    if (breaker === undefined) return;
    // Each minute, so that the alarm lasts as long as the outage.
    if (breaker.state === "open") putMetric("BreakerOpened", 1, { provider });
    if (breaker.state !== "open" && breaker.owesResume) await resumeParked(provider);
    if (isTrialDue(breaker, now())) await tryAgain(provider);
    else if (isSuspect(breaker, now())) await runCanary(provider);
  });
}

/** Runs the canary, whose answer no customer can influence; uses parked attempts only if it can't decide. */
async function tryAgain(provider: ProviderId): Promise<void> {
  const breaker = await claimTrial(provider);
  if (breaker === null) return;
  const result = await runCanary(provider);
  if (result === "passed") await resumeParked(provider);
  if (result === null || result === "unreadable")
    await resumeForTrial(provider, breaker.drawnAfter);
}

/** An error at one bank does not stop the others. */
async function eachBank(work: (provider: ProviderId) => Promise<void>): Promise<void> {
  const banks = enabledBanks(environment().config.providers);
  const results = await Promise.allSettled(banks.map(work));
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    log("error", "provider check failed", {
      provider: banks[index],
      ...errorFields(result.reason),
    });
  }
}
