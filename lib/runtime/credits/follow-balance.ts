import { createHash } from "node:crypto";
import type { EventType } from "../../contract/events.ts";
import { derivedId } from "../../domain/ids.ts";
import { parkedAttempts } from "../../store/attempts.ts";
import { eventWrites } from "../../store/events.ts";
import { transact } from "../../store/transact.ts";
import { now, table } from "../deps.ts";
import { environment } from "../environment.ts";
import { buildEvent } from "../events.ts";
import { putMetric } from "../metrics.ts";
import { wakeAttempt } from "../verification/wake.ts";
import type { BalanceChange } from "./balance-change.ts";

const MAX_RESUMED = 500;

/**
 * Tells of a balance that fell to the threshold or to nothing, and wakes what waited for credits when
 * there are some again. Idempotent: the events' ids come from the stream record.
 */
export async function followBalance(change: BalanceChange): Promise<void> {
  const { lowCreditsThreshold } = environment().config;
  if (fellTo(change, 0)) {
    putMetric("CreditsExhausted", 1);
    await tell("credits.exhausted", change);
  } else if (fellTo(change, lowCreditsThreshold)) await tell("credits.low", change);
  if (change.after > change.before && change.after > 0) await resumeParked(change.accountId);
}

function fellTo({ before, after }: BalanceChange, threshold: number): boolean {
  return before > threshold && after <= threshold;
}

async function tell(type: EventType, change: BalanceChange): Promise<void> {
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
      available: change.after,
      granted: change.granted,
      captured: change.captured,
    },
    at: change.at,
    id: derivedId("evt_", change.at, digest),
  });
  // Refused only where a redelivery has written it already.
  await transact(table(), eventWrites(event));
}

async function resumeParked(accountId: string): Promise<void> {
  const parked = await parkedAttempts(table(), accountId, MAX_RESUMED);
  for (const attempt of parked) await wakeAttempt(attempt, now(), "resumed");
}
