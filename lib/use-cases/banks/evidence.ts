import { createHash } from "node:crypto";
import { type EvidenceKind, type Source, UNPROVEN } from "../../domain/breaker.ts";
import { idTime } from "../../domain/ids.ts";
import type { Lookup } from "../../domain/lookup.ts";
import { comparableReference } from "../../domain/references.ts";
import { now, table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { putMetric } from "../../pipeline/metrics.ts";
import { getBalance } from "../../store/credit-shards.ts";
import { noteEvidence } from "./breaker-guard.ts";

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
