import type { ProviderId } from "../../domain/provider.ts";
import type { LookupContext } from "../../providers/adapter.ts";
import { now } from "../deps.ts";
import { log } from "../log.ts";
import { providerAdapters } from "./adapters.ts";
import { noteEvidence } from "./breaker-guard.ts";
import { inquire } from "./inquiry.ts";

/** Nobody waits for it, so a slow bank has its full time. */
const PATIENCE_MS = 45_000;

/**
 * Asks for a receipt that cannot exist. Only the known "not found" is a good answer; anything else
 * opens the breaker, because a bank that has changed its pages must not be believed.
 *
 * @returns false where the provider has no such question
 */
export async function runCanary(provider: ProviderId): Promise<boolean> {
  const adapter = (await providerAdapters())[provider];
  const lookup = adapter.canary?.();
  if (lookup === undefined) return false;
  const requests = adapter.requests(lookup, nobodysContext());
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const { reading } = await inquire({ adapter, lookup, requests }, "canary", signal);
  const passed = reading.kind === "not_found";
  await noteEvidence(provider, { kind: passed ? "not_found" : "canary_failed" });
  log(passed ? "info" : "error", "canary", { provider, outcome: reading.kind });
  return true;
}

function nobodysContext(): LookupContext {
  const at = now();
  return {
    accounts: [],
    payerPhone: null,
    tries: 0,
    expected: { amountMinor: 1, currency: "XXX", createdAt: at },
    now: at,
  };
}
