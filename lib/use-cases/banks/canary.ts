import type { CanaryResult } from "../../domain/breaker.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { now } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import type { LookupContext } from "../../providers/adapter.ts";
import { type Finding, inquire, noteCanary } from "./inquiry.ts";
import { providerAdapters } from "./providers.ts";

/** No customer waits, so a slow bank gets its full time. */
const PATIENCE_MS = 45_000;

/**
 * Looks up a receipt that cannot exist and records the result. Only the known "not found" response passes.
 *
 * @returns null if the provider has no canary
 */
export async function runCanary(provider: ProviderId): Promise<CanaryResult | null> {
  const adapter = (await providerAdapters())[provider];
  const lookup = adapter.canary?.();
  if (lookup === undefined) return null;
  const requests = adapter.requests(lookup, canaryContext());
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const finding = await inquire({ adapter, lookup, requests }, signal);
  const result = resultOf(finding);
  await noteCanary(provider, result);
  log(result === "passed" ? "info" : "error", "canary", { provider, outcome: result });
  return result;
}

/** A timeout counts as no answer: 45 s is more than any provider takes. */
function resultOf({ evidence }: Finding): CanaryResult {
  switch (evidence) {
    case "not_found":
      return "passed";
    case "no_answer":
    case "bad_answer":
    case "unreadable":
      return evidence;
    case null:
      return "no_answer";
    case "receipt":
      return "contradicted";
  }
}

function canaryContext(): LookupContext {
  const at = now();
  return {
    accounts: [],
    payerPhone: null,
    tries: 0,
    expected: { amountMinor: 1, dueMinor: 1, currency: "XXX", createdAt: at, expiresAt: at },
    now: at,
  };
}
