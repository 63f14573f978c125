import { type FetchResult, fetchFromProvider } from "../../cloud/provider-fetch.ts";
import type { Evidence } from "../../domain/breaker.ts";
import type { Adapter, Lookup, ProviderRequest, Reading } from "../../providers/adapter.ts";
import { resolveHost } from "../../providers/hosts.ts";
import { now } from "../deps.ts";
import { environment } from "../environment.ts";
import { hostAccess } from "./provider-access.ts";

/** One question to a provider: its requests are tried in order, the next one only after `not_found`. */
export interface Inquiry {
  readonly adapter: Adapter;
  readonly lookup: Lookup;
  readonly requests: readonly ProviderRequest[];
}

/** What came of it, and what that says of the provider; null where it says nothing. */
export interface Finding {
  readonly reading: Reading;
  readonly evidence: Evidence | null;
}

/** Our own deadline ended the question. It says nothing of the bank, and nobody may share it. */
export const OUT_OF_PATIENCE: Reading = { kind: "unavailable", why: "aborted" };

export function isOutOfPatience(reading: Reading): boolean {
  return reading.kind === "unavailable" && reading.why === "aborted";
}

/**
 * Asks over the network. Total but for faults of the configuration: whatever the network or the page
 * does becomes a Reading, and what is not plainly an answer is never `not_found`.
 *
 * @param subject who asks; bad answers are counted once for each
 */
export async function inquire(
  { adapter, lookup, requests }: Inquiry,
  subject: string,
  signal: AbortSignal,
): Promise<Finding> {
  let finding: Finding = {
    reading: { kind: "unreadable", why: "nothing to ask" },
    evidence: null,
  };
  for (const request of requests) {
    const result = await get(adapter, request, signal);
    finding =
      result.kind === "response"
        ? judged(await adapter.read(result, lookup), subject)
        : failed(result.code, subject);
    if (finding.reading.kind !== "not_found") break;
  }
  return finding;
}

function judged(reading: Reading, subject: string): Finding {
  switch (reading.kind) {
    case "receipt":
    case "not_found":
      return { reading, evidence: { kind: reading.kind } };
    case "unreadable":
    case "unavailable":
      return { reading, evidence: { kind: "bad_answer", subject } };
    case "manual":
      return { reading, evidence: null };
  }
}

/** A page that is too large is no receipt; everything else of the network passes by itself. */
function failed(code: Extract<FetchResult, { kind: "error" }>["code"], subject: string): Finding {
  switch (code) {
    case "aborted":
      return { reading: OUT_OF_PATIENCE, evidence: null };
    case "too_large":
      return {
        reading: { kind: "unreadable", why: "too large" },
        evidence: { kind: "bad_answer", subject },
      };
    case "redirect":
      return {
        reading: { kind: "unavailable", why: code },
        evidence: { kind: "bad_answer", subject },
      };
    default:
      return { reading: { kind: "unavailable", why: code }, evidence: { kind: "no_answer" } };
  }
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
  const { headers, ...access } = await hostAccess(adapter.id);
  return fetchFromProvider(
    {
      baseUrl,
      path: request.path,
      headers: { ...request.headers, ...headers },
      timeoutMs: host.timeoutMs,
      ...(host.race ? { race: host.race } : {}),
      ...access,
    },
    signal,
    now,
  );
}
