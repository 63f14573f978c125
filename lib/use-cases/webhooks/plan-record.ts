import type { OutboundResult } from "../../cloud/outbound.ts";
import { afterAttempt, type Delivery, triggerOf } from "../../domain/delivery.ts";
import type { DeliveryAttempt } from "../../domain/delivery-attempt.ts";
import { parseRetryAfter } from "../../domain/retry-after.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { type HealthChange, healthAfter } from "../../domain/webhook-health.ts";
import { judgeAttempt, type Verdict } from "../../domain/webhook-outcome.ts";
import { nextAttemptAt } from "../../domain/webhook-schedule.ts";
import { attemptRecord } from "../../store/delivery-attempts.ts";
import { issueWrite, resolveIssueWrite } from "../../store/issues.ts";
import type { Item, Write } from "../../store/transact.ts";
import { endpointWrites } from "./endpoint-writes.ts";
import type { WebhookPorts } from "./ports.ts";

/** An attempt that ended, not recorded yet. */
export interface MadeAttempt {
  /** Under the lease of this sender. */
  readonly delivery: Delivery;
  readonly endpoint: WebhookEndpoint;
  readonly result: OutboundResult;
  readonly startedAt: number;
}

/** Everything that recording an attempt changes. */
export interface PlannedRecord {
  readonly made: MadeAttempt;
  readonly errorCode: Verdict["errorCode"];
  /** The delivery's next state. */
  readonly after: Delivery;
  /** Further attributes of the delivery's item. */
  readonly attributes: Item;
  /** Writes that must be committed together with the delivery. */
  readonly writes: readonly Write[];
  readonly health: HealthChange | null;
  /** Writes about the endpoint, which may be dropped. */
  readonly ofEndpoint: readonly Write[];
  readonly disables: "gone" | "failing" | null;
}

export function planRecord(ports: WebhookPorts, made: MadeAttempt): PlannedRecord {
  const { delivery, endpoint, result } = made;
  const verdict = judgeAttempt(result);
  const at = ports.now();
  const health = healthAfter(endpoint, {
    success: verdict.verdict === "success",
    timedOut: verdict.errorCode === "timeout",
    durationMs: result.durationMs,
    at,
  });
  const after = afterAttempt(delivery, {
    verdict,
    statusCode: result.kind === "response" ? result.status : null,
    at,
    retryAt: retryAt(ports, delivery, result, at),
    lane: (health?.slow ?? endpoint.slow) ? "delivery-slow" : "delivery",
  });
  const disables = disableReason(verdict.verdict, health);
  const { attributes, writes } = attemptRecord(attemptOf(made, verdict));
  return {
    made,
    errorCode: verdict.errorCode,
    after,
    attributes,
    writes: [...writes, ...issueWrites(delivery, after, at)],
    health,
    ofEndpoint: endpointWrites(endpoint, health, disables, at),
    disables,
  };
}

function retryAt(
  { random }: WebhookPorts,
  delivery: Delivery,
  result: OutboundResult,
  now: number,
): number | null {
  if (triggerOf(delivery) === "manual") return null;
  const asked = result.kind === "response" ? result.headers["retry-after"] : undefined;
  return nextAttemptAt({
    failedAttempts: delivery.failures + 1,
    now,
    random: random(),
    retryAfterMs: parseRetryAfter(asked, now),
  });
}

function disableReason(verdict: string, health: HealthChange | null): "gone" | "failing" | null {
  if (verdict === "disable") return "gone";
  return health?.kind === "failure" && health.disable ? "failing" : null;
}

function attemptOf(
  { delivery, result, startedAt }: MadeAttempt,
  { verdict, errorCode }: Verdict,
): DeliveryAttempt {
  const answer = result.kind === "response" ? result : null;
  return {
    deliveryId: delivery.id,
    number: delivery.attemptsCount + 1,
    trigger: triggerOf(delivery),
    status: verdict === "success" ? "succeeded" : "failed",
    errorCode,
    responseStatus: answer?.status ?? null,
    responseHeaders: answer?.headers ?? {},
    responseBody: answer?.body ?? null,
    truncated: answer?.truncated ?? false,
    durationMs: result.durationMs,
    remoteIp: result.remoteIp,
    startedAt,
  };
}

/**
 * The Errors view lists each live delivery that used up its attempts, until a manual attempt succeeds.
 * Test deliveries are left out: they would hide the live ones. So are pings: their sender sees the result.
 */
function issueWrites(before: Delivery, after: Delivery, at: number): Write[] {
  const issue = { accountId: after.accountId, kind: "delivery_failed", objectId: after.id };
  if (after.plan === "failed" && before.plan !== "failed") {
    if (!after.livemode || after.eventType === "ping") return [];
    const message = `${after.eventType} could not be delivered to ${after.endpointId}.`;
    return [issueWrite({ ...issue, appId: after.appId, message, at })];
  }
  const recovered = before.plan === "failed" && after.plan === "succeeded";
  return recovered ? [resolveIssueWrite(issue)] : [];
}
