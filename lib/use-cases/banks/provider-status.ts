import { enabledBanks } from "../../contract/service-config-text.ts";
import { healthOf, UNTRIED } from "../../domain/breaker.ts";
import { instantOrNull } from "../../domain/instant.ts";
import { now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import { briefly } from "../../pipeline/once.ts";
import { getBreakers } from "../../store/banks.ts";

/** Cache time per container: many viewers of an outage cost one read. */
const CACHE_MS = 5_000;

/** Health of every enabled bank in display order; at most 5 s old. */
export const providerStatuses = briefly(CACHE_MS, now, readStatuses);

async function readStatuses() {
  const banks = enabledBanks(environment().config.providers);
  const breakers = await getBreakers(table(), banks, logUnreadable);
  return banks.map((provider) => {
    const breaker = breakers.get(provider) ?? UNTRIED;
    return {
      provider,
      status: healthOf(breaker),
      since: instantOrNull(breaker.since),
      last_checked_at: instantOrNull(breaker.lastCheckedAt),
    };
  });
}
