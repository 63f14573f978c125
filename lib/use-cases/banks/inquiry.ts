import { createHash } from "node:crypto";
import {
  type FetchRequest,
  type FetchResult,
  fetchFromProvider,
} from "../../cloud/provider-fetch.ts";
import { type ProviderSecrets, providerSecrets } from "../../contract/secrets.ts";
import type { ProviderConfig } from "../../contract/service-config.ts";
import type { Attempt } from "../../domain/attempt.ts";
import {
  type Breaker,
  beginTrial,
  type CanaryResult,
  type Evidence,
  type EvidenceKind,
  isRefusing,
  isTrialDue,
  observe,
  observeCanary,
  resumed,
  type Source,
  UNPROVEN,
} from "../../domain/breaker.ts";
import { idTime } from "../../domain/ids.ts";
import { maskedText } from "../../domain/masked.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { comparableReference } from "../../domain/receipt.ts";
import { now, secrets, table } from "../../pipeline/deps.ts";
import { EnvironmentError, environment, variableOf } from "../../pipeline/environment.ts";
import { errorFields, log, putMetric } from "../../pipeline/log.ts";
import { once } from "../../pipeline/once.ts";
import type { Adapter, Lookup, LookupResult, ProviderRequest } from "../../providers/adapter.ts";
import { BROWSER_HEADERS, resolveHost } from "../../providers/reach.ts";
import {
  breakerWrite,
  getBreaker,
  putBreaker,
  putUnreadablePage,
  type StoredBreaker,
} from "../../store/banks.ts";
import { getBalance } from "../../store/credit-shards.ts";
import { LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { outageWrites } from "../events/record-issues.ts";

/** A lookup at a provider. Its requests are sent in order, the next one only after `not_found`. */
export interface Inquiry {
  readonly adapter: Adapter;
  readonly lookup: Lookup;
  readonly requests: readonly ProviderRequest[];
}

/** The result, and its evidence about the provider's health; null for no evidence. */
export interface Finding {
  readonly result: LookupResult;
  readonly evidence: EvidenceKind | null;
}

type Access = Pick<FetchRequest, "trust" | "relay" | "headers">;
type OwnSecrets = NonNullable<ProviderSecrets[ProviderId]>;

/** Without its secret a bank is out of reach, so its breaker opens, which raises an alarm. */
const OUT_OF_REACH: Finding = {
  result: { kind: "unavailable", why: "the bank's secret is unusable" },
  evidence: "no_answer",
};

/** Our deadline ended the lookup. This shows nothing about the bank, and no other caller may share it. */
export const OUT_OF_PATIENCE: LookupResult = { kind: "unavailable", why: "aborted" };

export function isOutOfPatience(result: LookupResult): boolean {
  return result.kind === "unavailable" && result.why === "aborted";
}

/** The provider's breaker is open: no request was sent. */
export const GIVEN_UP: LookupResult = { kind: "unavailable", why: "the provider is down" };

/** By the operator, who may switch it on again before the payment is given up. */
export const SWITCHED_OFF: LookupResult = { kind: "unavailable", why: "switched off" };

export function isSwitchedOff(result: LookupResult): boolean {
  return result.kind === "unavailable" && result.why === "switched off";
}

/**
 * Sends the requests. Throws only for a host that the adapter lacks: every response, network error and unusable secret
 * becomes a result, and only a response recorded from the bank becomes `not_found`.
 */
export async function inquire(
  { adapter, lookup, requests }: Inquiry,
  signal: AbortSignal,
): Promise<Finding> {
  let finding: Finding = {
    result: { kind: "unreadable", why: "nothing to ask" },
    evidence: null,
  };
  const access = await accessTo(adapter.id);
  if (access === null) return OUT_OF_REACH;
  let last: FetchResult | null = null;
  const ownTypes = environment().config.providers[adapter.id]?.internalTypes;
  for (const request of requests) {
    const fetched = await get(adapter, request, access, signal);
    last = fetched;
    finding =
      fetched.kind === "response"
        ? judged(await adapter.read(fetched, lookup, ownTypes))
        : failed(fetched.code);
    if (finding.result.kind !== "not_found") break;
  }
  if (finding.result.kind === "unreadable") {
    const { why } = finding.result;
    log("warn", "receipt unreadable", { provider: lookup.provider, why });
    if (last !== null) await keepUnreadablePage(lookup.provider, why, last);
  }
  if (finding.result.kind === "unavailable" && finding.evidence !== null) {
    // Nothing else tells a dead bank, a new certificate and a dead relay apart.
    log("warn", "bank not reached", { provider: lookup.provider, why: finding.result.why });
  }
  return finding;
}

function judged(result: LookupResult): Finding {
  switch (result.kind) {
    case "receipt":
    case "not_found":
    case "unreadable":
      return { result, evidence: result.kind };
    case "unavailable":
      return { result, evidence: "bad_answer" };
    case "manual":
      return { result, evidence: null };
  }
}

/** A page that is too large is not a receipt; all other network errors are temporary. */
function failed(code: Extract<FetchResult, { kind: "error" }>["code"]): Finding {
  switch (code) {
    case "aborted":
      return { result: OUT_OF_PATIENCE, evidence: null };
    case "too_large":
      return { result: { kind: "unreadable", why: "too large" }, evidence: "unreadable" };
    case "redirect":
      return { result: { kind: "unavailable", why: code }, evidence: "bad_answer" };
    default:
      return { result: { kind: "unavailable", why: code }, evidence: "no_answer" };
  }
}

/** Null if the bank's secret is missing or unusable. */
async function accessTo(provider: ProviderId): Promise<Access | null> {
  try {
    return await hostAccess(provider);
  } catch (error) {
    log("error", "bank secret unusable", { provider, ...errorFields(error) });
    return null;
  }
}

/**
 * Settings for requests to a provider's hosts: CA certificates or pinned keys instead of the public roots, a relay,
 * secret headers. Reads the secret only if the provider's configuration needs it.
 *
 * @throws EnvironmentError if a needed secret is missing, so that no request is sent without it
 */
async function hostAccess(provider: ProviderId): Promise<Access> {
  const config = environment().config.providers[provider];
  if (config === undefined) return {};
  const needsSecret = config.relayUrl !== undefined || config.hasSecret === true;
  return accessOf(provider, config, needsSecret ? await ownSecrets(provider) : {});
}

function accessOf(provider: ProviderId, config: ProviderConfig, own: OwnSecrets): Access {
  const { relaySecret, relayCa, relayClient, ca, headers } = own;
  if (config.relayUrl !== undefined && relaySecret === undefined) {
    throw new EnvironmentError(`The secret of the relay of provider ${provider} is missing.`);
  }
  const trust = { ...(ca ? { ca } : {}), ...(config.pins ? { spkiSha256: config.pins } : {}) };
  return {
    ...(Object.keys(trust).length > 0 ? { trust } : {}),
    ...(config.relayUrl !== undefined && relaySecret !== undefined
      ? {
          relay: {
            urls: [config.relayUrl, ...(config.secondRelayUrl ? [config.secondRelayUrl] : [])],
            secret: relaySecret,
            ...(relayCa && { ca: relayCa }),
            ...(relayClient && { client: relayClient }),
          },
        }
      : {}),
    ...(headers ? { headers } : {}),
  };
}

async function ownSecrets(provider: ProviderId): Promise<OwnSecrets> {
  const all = await secrets().read(variableOf("SECRET", "providers"), providerSecrets());
  return all[provider] ?? {};
}

async function get(
  adapter: Adapter,
  request: ProviderRequest,
  { headers, ...access }: Access,
  signal: AbortSignal,
): Promise<FetchResult> {
  const host = adapter.hosts[request.host];
  if (!host) throw new Error(`provider ${adapter.id} has no host ${request.host}`);
  const configured = environment().config.providers[adapter.id]?.baseUrl;
  const baseUrl = resolveHost(adapter, request.host, {
    [`PROVIDER_${adapter.id.toUpperCase()}_BASE_URL`]: configured,
    ...process.env,
  });
  return fetchFromProvider(
    {
      baseUrl,
      path: request.path,
      headers: headersFor(request, environment().config.providers[adapter.id]?.headers, headers),
      timeoutMs: host.timeoutMs,
      ...(host.race ? { race: host.race } : {}),
      ...access,
    },
    signal,
    now,
  );
}

/** Merges headers, ignoring case; later ones win: browser, adapter, configured, secret. */
function headersFor(
  request: ProviderRequest,
  ...configured: readonly (Readonly<Record<string, string>> | undefined)[]
): Readonly<Record<string, string>> {
  const all = [BROWSER_HEADERS, request.headers, ...configured].map((headers) =>
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  return Object.fromEntries(all.flat());
}

/** A container keeps one page of a provider in this time: a changed layout makes every page unreadable. */
const KEEPS_EVERY_MS = 3_600_000;

const keptAt = once(() => new Map<ProviderId, number>());

/** Keeps a page that the adapter could not read, masked, for the operator. Never throws: the lookup goes on without it. */
async function keepUnreadablePage(
  provider: ProviderId,
  why: string,
  fetched: FetchResult,
): Promise<void> {
  const at = now();
  const before = keptAt().get(provider);
  if (before !== undefined && Math.abs(at - before) < KEEPS_EVERY_MS) return;
  keptAt().set(provider, at);
  try {
    await putUnreadablePage(table(), provider, { at, why, text: maskedPage(fetched) });
  } catch (error) {
    log("warn", "unreadable page not kept", { provider, ...errorFields(error) });
  }
}

/** Null for a PDF and for an answer that is no text. */
function maskedPage(fetched: FetchResult): string | null {
  if (fetched.kind !== "response") return null;
  const type = fetched.headers["content-type"] ?? "";
  if (!/text|json|xml|html|urlencoded/i.test(type)) return null;
  return maskedText(new TextDecoder().decode(fetched.body));
}

/** How long a container caches a breaker, at the price of a few more requests to a dead bank. */
const CACHE_MS = 3_000;

interface Known extends StoredBreaker {
  readonly readAt: number;
}

const known = once(() => new Map<ProviderId, Known>());

/** The result without a request where the provider is down or switched off, else null; at most 3 s old. */
export async function refusalOf(provider: ProviderId): Promise<LookupResult | null> {
  const { breaker } = await breakerOf(provider);
  if (breaker.off) return SWITCHED_OFF;
  return isRefusing(breaker) ? GIVEN_UP : null;
}

/** Starts a trial that is due; null if none is due or another run has started it. */
export async function claimTrial(provider: ProviderId): Promise<Breaker | null> {
  const stored = await breakerOf(provider, "current");
  if (!isTrialDue(stored.breaker, now())) return null;
  const next = beginTrial(stored.breaker, now());
  return (await store(provider, stored, next)) ? next : null;
}

/** Records the evidence of a lookup; writes only if it changes the state. */
function noteEvidence(provider: ProviderId, evidence: Evidence): Promise<void> {
  return change(provider, (breaker) => observe(breaker, evidence, now()));
}

/** Records the result of a canary. */
export function noteCanary(provider: ProviderId, result: CanaryResult): Promise<void> {
  return change(provider, (breaker) => observeCanary(breaker, result, now()));
}

/** Records the last account of a trial: the next trial starts after it. */
export function noteDrawn(provider: ProviderId, drawnAfter: string): Promise<void> {
  return change(provider, (breaker) => ({ ...breaker, drawnAfter }));
}

/** Records that all attempts parked during the outage were resumed. */
export function noteResumed(provider: ProviderId): Promise<void> {
  return change(provider, resumed);
}

async function change(provider: ProviderId, to: (breaker: Breaker) => Breaker): Promise<void> {
  let stored: StoredBreaker = known().get(provider) ?? (await breakerOf(provider));
  // If every round is lost, other requests store the same evidence: one entry less does not matter.
  await optimistically(async () => {
    const next = to(stored.breaker);
    if (next === stored.breaker || (await store(provider, stored, next))) return;
    stored = await breakerOf(provider, "current");
    return LOST;
  });
}

async function breakerOf(
  provider: ProviderId,
  read: "cached" | "current" = "cached",
): Promise<StoredBreaker> {
  const at = now();
  const cached = known().get(provider);
  if (read === "cached" && cached && Math.abs(at - cached.readAt) < CACHE_MS) return cached;
  const stored = await getBreaker(table(), provider, read);
  known().set(provider, { ...stored, readAt: at });
  return stored;
}

/** False if another function has stored a state since `before` was read. */
async function store(provider: ProviderId, before: StoredBreaker, next: Breaker): Promise<boolean> {
  const at = now();
  const alongside = outageWrites(provider, before.breaker, next, at);
  const isStored =
    alongside.length === 0
      ? await putBreaker(table(), provider, next, before.version)
      : await commit([breakerWrite(provider, next, before.version), ...alongside]);
  if (!isStored) {
    known().delete(provider);
    return false;
  }
  known().set(provider, { breaker: next, version: before.version + 1, readAt: at });
  if (before.breaker.state !== next.state) report(provider, next);
  return true;
}

async function commit(writes: readonly Write[]): Promise<boolean> {
  return (await transact(table(), writes)).committed;
}

function report(provider: ProviderId, { state, cause }: Breaker): void {
  log(state === "closed" ? "info" : "warn", `breaker ${state}`, {
    provider,
    ...(cause === null ? {} : { outcome: cause }),
  });
  if (state === "open") putMetric("BreakerOpened", 1, { provider });
}

/** Minimum age of an account with a vote of its own. */
const PROVEN_AFTER_MS = 86_400_000;

/**
 * Records what a lookup shows about the provider. Reads the account's credits only after a failure. Never throws:
 * the bank's answer must not be lost.
 */
export async function noteAnswer(
  lookup: Attempt["lookup"],
  accountId: string,
  kind: EvidenceKind,
): Promise<void> {
  const { provider } = lookup;
  if (kind === "unreadable") putMetric("ReceiptsUnreadable", 1, { provider });
  try {
    if (kind === "receipt" || kind === "not_found") await noteEvidence(provider, { kind });
    else await noteEvidence(provider, { kind, source: await sourceOf(lookup, accountId) });
  } catch (error) {
    log("error", "evidence not noted", { provider, ...errorFields(error) });
  }
}

async function sourceOf(lookup: Attempt["lookup"], accountId: string): Promise<Source> {
  const reference = createHash("sha256")
    .update(`${lookup.provider} ${comparableReference(lookup.reference)}`)
    .digest("base64url")
    .slice(0, 16);
  return { account: (await isProven(accountId)) ? accountId : UNPROVEN, reference };
}

/** Whether the account is a day old and has verified a live checkout: a new account costs nothing, this does. */
async function isProven(accountId: string): Promise<boolean> {
  const createdAt = idTime(accountId) ?? Number.POSITIVE_INFINITY;
  if (now() - createdAt < PROVEN_AFTER_MS) return false;
  return (await getBalance(table(), accountId)).captured > 0;
}
