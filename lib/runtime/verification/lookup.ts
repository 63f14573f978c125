import { type FetchResult, fetchFromProvider } from "../../cloud/provider-fetch.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { Adapter, LookupContext, ProviderRequest, Reading } from "../../providers/adapter.ts";
import { resolveHost } from "../../providers/hosts.ts";
import { now } from "../deps.ts";
import { environment } from "../environment.ts";
import { errorFields, log } from "../log.ts";
import { providerAdapters } from "./adapters.ts";
import { hostAccess } from "./provider-access.ts";

/**
 * Asks the provider for one receipt. Total: whatever the network or the page does becomes a Reading,
 * and what is not plainly an answer is `unavailable` or `unreadable`, never `not_found`.
 *
 * @param signal ends the call; what was not answered by then is `unavailable`
 */
export async function lookUpReceipt(
  attempt: Attempt,
  checkout: Checkout,
  signal: AbortSignal,
): Promise<Reading> {
  try {
    const adapter = (await providerAdapters())[attempt.lookup.provider];
    return await ask(adapter, attempt, contextOf(attempt, checkout), signal);
  } catch (error) {
    log("error", "receipt lookup failed", {
      attempt_id: attempt.id,
      provider: attempt.lookup.provider,
      ...errorFields(error),
    });
    return { kind: "unavailable", why: "lookup failed" };
  }
}

async function ask(
  adapter: Adapter,
  attempt: Attempt,
  context: LookupContext,
  signal: AbortSignal,
): Promise<Reading> {
  const { lookup } = attempt;
  if (adapter.answer) return adapter.answer(lookup, context);
  let reading: Reading = { kind: "unreadable", why: "nothing to ask" };
  for (const request of adapter.requests(lookup, context)) {
    const result = await get(adapter, request, signal);
    reading = result.kind === "response" ? await adapter.read(result, lookup) : failure(result);
    if (reading.kind !== "not_found") break;
  }
  return reading;
}

async function get(
  adapter: Adapter,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<FetchResult> {
  const host = adapter.hosts[request.host];
  if (!host) throw new Error(`provider ${adapter.id} has no host ${request.host}`);
  const configured = environment().config.providers[adapter.id]?.baseUrl;
  const baseUrl = resolveHost(adapter, request.host, {
    [`PROVIDER_${adapter.id.toUpperCase()}_BASE_URL`]: configured,
    ...process.env,
  });
  const access = await hostAccess(adapter.id);
  return fetchFromProvider(
    {
      baseUrl,
      path: request.path,
      headers: request.headers,
      timeoutMs: host.timeoutMs,
      race: host.race,
      ...access,
    },
    signal,
    now,
  );
}

/** A page that is too large is no receipt; everything else of the network passes by itself. */
function failure(result: Extract<FetchResult, { kind: "error" }>): Reading {
  return result.code === "too_large"
    ? { kind: "unreadable", why: "too large" }
    : { kind: "unavailable", why: result.code };
}

function contextOf(attempt: Attempt, checkout: Checkout): LookupContext {
  return {
    accounts: checkout.methods,
    payerPhone: attempt.payerPhone,
    tries: attempt.tries - 1,
    expected: {
      amountMinor: checkout.amount,
      currency: checkout.currency,
      createdAt: checkout.createdAt,
    },
    now: now(),
  };
}
