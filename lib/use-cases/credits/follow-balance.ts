import { createHash } from "node:crypto";
import type { EventType } from "../../contract/events.ts";
import { derivedId } from "../../domain/ids.ts";
import type { Balance } from "../../domain/ledger.ts";
import { now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { logUnreadable, putMetric } from "../../pipeline/log.ts";
import { parkedAttempts } from "../../store/attempts.ts";
import { getBalance } from "../../store/credit-shards.ts";
import { noticeWrite } from "../../store/credits.ts";
import { eventWrites } from "../../store/outbox.ts";
import { transact, type Write } from "../../store/transact.ts";
import { buildEvent } from "../events/build-event.ts";
import { resumeAttemptAt } from "../verification/resume-later.ts";
import type { BalanceChange } from "./purchases.ts";

const MAX_RESUMED = 500;

/**
 * Publishes an event when a balance falls to the threshold or to zero, and resumes attempts that waited for credits
 * after a grant. Idempotent: ids of events derive from the stream record.
 */
export async function followBalance(change: BalanceChange): Promise<void> {
  if (change.isShard) await followShard(change);
  else {
    const { before, after, granted, captured } = change;
    const type = noticeFor(after);
    const hasFallenTo = type === "credits.exhausted" ? 0 : threshold();
    if (type && before > hasFallenTo) {
      await publish(type, change, { available: after, granted, captured }, []);
    }
  }
  if (change.granted > change.grantedBefore && change.after > 0)
    await resumeParked(change.accountId);
}

/**
 * One shard does not tell the balance, so it is read, but only where this shard alone would be low. A note in the
 * same transaction as the event keeps the falls of other shards from telling the same again.
 */
async function followShard(change: BalanceChange): Promise<void> {
  const { accountId, before, after } = change;
  if (after >= before || after > threshold()) return;
  const balance = await getBalance(table(), accountId);
  const type = noticeFor(balance.available);
  if (type === null) return;
  await publish(type, change, balance, [noticeWrite(accountId, type, balance.granted)]);
}

function noticeFor(available: number): "credits.exhausted" | "credits.low" | null {
  if (available <= 0) return "credits.exhausted";
  return available <= threshold() ? "credits.low" : null;
}

function threshold(): number {
  return environment().config.lowCreditsThreshold;
}

async function publish(
  type: Extract<EventType, "credits.exhausted" | "credits.low">,
  change: BalanceChange,
  balance: Balance,
  alongside: readonly Write[],
): Promise<void> {
  const digest = createHash("sha256").update(`${type} ${change.recordId}`).digest();
  const event = buildEvent({
    type,
    accountId: change.accountId,
    appId: null,
    livemode: true,
    sequence: 0,
    objectId: change.accountId,
    object: {
      object: "credits",
      available: balance.available,
      granted: balance.granted,
      captured: balance.captured,
    },
    at: change.at,
    id: derivedId("evt_", change.at, digest),
  });
  // Refused only if a redelivery, or the fall of another shard, has written it.
  const commit = await transact(table(), [...eventWrites(event), ...alongside]);
  if (commit.committed && type === "credits.exhausted") putMetric("CreditsExhausted", 1);
}

async function resumeParked(accountId: string): Promise<void> {
  const parked = await parkedAttempts(table(), accountId, MAX_RESUMED, logUnreadable);
  for (const attempt of parked) await resumeAttemptAt(attempt, now(), "resumed");
}
