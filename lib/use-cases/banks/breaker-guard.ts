import { createHash } from "node:crypto";
import type { Lookup } from "../../domain/attempt.ts";
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
import type { ProviderId } from "../../domain/provider.ts";
import { comparableReference } from "../../domain/receipt.ts";
import { now, table } from "../../pipeline/deps.ts";
import { errorFields, log, putMetric } from "../../pipeline/log.ts";
import { once } from "../../pipeline/once.ts";
import { breakerWrite, getBreaker, putBreaker, type StoredBreaker } from "../../store/breakers.ts";
import { getBalance } from "../../store/credit-shards.ts";
import { LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { outageWrites } from "../events/record-issues.ts";

/** How long a container caches a breaker, at the price of a few more requests to a dead bank. */
const CACHE_MS = 3_000;

interface Known extends StoredBreaker {
  readonly readAt: number;
}

const known = once(() => new Map<ProviderId, Known>());

/** Whether the provider is down or switched off; at most 3 s old. */
export async function isRefused(provider: ProviderId): Promise<boolean> {
  return isRefusing((await breakerOf(provider)).breaker);
}

/** Starts a trial that is due; null if none is due or another run has started it. */
export async function claimTrial(provider: ProviderId): Promise<Breaker | null> {
  const stored = await breakerOf(provider, "current");
  if (!isTrialDue(stored.breaker, now())) return null;
  const next = beginTrial(stored.breaker, now());
  return (await store(provider, stored, next)) ? next : null;
}

/** Records the evidence of a lookup; writes only if it changes the state. */
export function noteEvidence(provider: ProviderId, evidence: Evidence): Promise<void> {
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
  lookup: Lookup,
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

async function sourceOf(lookup: Lookup, accountId: string): Promise<Source> {
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
