import { enabledBanks } from "../../contract/service-config.ts";
import { healthOf, UNTRIED } from "../../domain/breaker.ts";
import { getBreakers } from "../../store/breakers.ts";
import { instantOrNull } from "../checkouts/present.ts";
import { now, table } from "../deps.ts";
import { environment } from "../environment.ts";

/** How long a container gives the same answer: a crowd that watches an outage costs one read. */
const BELIEVED_MS = 5_000;

type ProviderStatus = Awaited<ReturnType<typeof readStatuses>>;

let last: { readonly statuses: ProviderStatus; readonly readAt: number } | undefined;

/** Health of every enabled bank, in the order of the catalogue; a few seconds old. */
export async function providerStatuses(): Promise<ProviderStatus> {
  const at = now();
  if (last === undefined || Math.abs(at - last.readAt) >= BELIEVED_MS) {
    last = { statuses: await readStatuses(), readAt: at };
  }
  return last.statuses;
}

async function readStatuses() {
  const banks = enabledBanks(environment().config.providers);
  const breakers = await getBreakers(table(), banks);
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
