import type { OutboundResult } from "../../cloud/outbound.ts";
import {
  afterAttempt,
  type Delivery,
  type FinishedAttempt,
  triggerOf,
} from "../../domain/delivery.ts";
import type { DeliveryAttempt } from "../../domain/delivery-attempt.ts";
import { ServiceError } from "../../domain/errors.ts";
import { parseRetryAfter } from "../../domain/retry-after.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { type HealthChange, healthAfter } from "../../domain/webhook-health.ts";
import { judgeAttempt } from "../../domain/webhook-outcome.ts";
import { nextAttemptAt } from "../../domain/webhook-schedule.ts";
import { deliveryWrite } from "../../store/deliveries.ts";
import { deliveryAttemptWrite } from "../../store/delivery-attempts.ts";
import { issueWrite, resolveIssueWrite } from "../../store/issues.ts";
import { type Commit, transact, type Write } from "../../store/transact.ts";
import { log } from "../log.ts";
import { putMetric } from "../metrics.ts";
import { endpointWrites } from "./endpoint-writes.ts";
import type { WebhookPorts } from "./ports.ts";
import { wake } from "./wake.ts";

interface MadeAttempt {
  /** Under the lease of this sender. */
  readonly delivery: Delivery;
  readonly endpoint: WebhookEndpoint;
  readonly result: OutboundResult;
  readonly startedAt: number;
}

/**
 * One transaction with the attempt, the delivery's next state and what it tells of the endpoint; then
 * the next message. A crash before the transaction costs at most one more POST with the same id; one
 * after it leaves a row that the sweeper finds.
 */
export async function recordAttempt(ports: WebhookPorts, made: MadeAttempt): Promise<void> {
  const { delivery, endpoint, result } = made;
  const verdict = judgeAttempt(result);
  const at = ports.now();
  const health = healthAfter(endpoint, {
    success: verdict.verdict === "success",
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
  const own = [
    deliveryWrite(delivery, after),
    deliveryAttemptWrite(attemptOf(made, verdict)),
    ...issueWrites(delivery, after, at),
  ];
  const ofEndpoint = endpointWrites(endpoint, health, disables, at);
  const outcome = await commit(ports, own, ofEndpoint);
  logAttempt(made, verdict.errorCode);
  if (outcome === "lost") return;
  countAttempt(delivery, after, verdict.errorCode);
  if (disables !== null && outcome === "whole") {
    const { accountId: account_id, id: endpoint_id } = endpoint;
    await ports.startWork({ version: 1, kind: "abandon", account_id, endpoint_id });
  }
  await wake(ports, [after]);
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

/**
 * What an attempt says of its endpoint is dropped where it cannot be written: the endpoint was
 * disabled or deleted meanwhile, or too many attempts at it end at the same moment.
 */
async function commit(
  { table }: WebhookPorts,
  own: readonly Write[],
  ofEndpoint: readonly Write[],
): Promise<"whole" | "own" | "lost"> {
  const whole = await tryWhole(() => transact(table, [...own, ...ofEndpoint]));
  if (whole?.committed) return "whole";
  if (whole?.failed.some((label) => label === "delivery" || label === "attempt")) {
    return "lost";
  }
  if (ofEndpoint.length === 0 && whole === null) {
    throw new ServiceError("service_unavailable", "The attempt could not be recorded.");
  }
  const alone = await transact(table, own);
  return alone.committed ? "own" : "lost";
}

async function tryWhole(run: () => Promise<Commit>): Promise<Commit | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "service_unavailable") return null;
    throw error;
  }
}

function attemptOf(
  { delivery, result, startedAt }: MadeAttempt,
  verdict: FinishedAttempt["verdict"],
): DeliveryAttempt {
  const answer = result.kind === "response" ? result : null;
  return {
    deliveryId: delivery.id,
    number: delivery.attemptsCount + 1,
    trigger: triggerOf(delivery),
    status: verdict.verdict === "success" ? "succeeded" : "failed",
    errorCode: verdict.errorCode,
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
 * The Errors view names each delivery that was given up, until one by hand succeeds. None of test mode:
 * there a receiver is tried out, and it would only hide the real ones.
 */
function issueWrites(before: Delivery, after: Delivery, at: number): Write[] {
  const issue = { accountId: after.accountId, kind: "delivery_failed", objectId: after.id };
  if (after.plan === "failed" && before.plan !== "failed") {
    if (!after.livemode) return [];
    const message = `${after.eventType} could not be delivered to ${after.endpointId}.`;
    return [issueWrite({ ...issue, appId: after.appId, message, at })];
  }
  const recovered = before.plan === "failed" && after.plan === "succeeded";
  return recovered ? [resolveIssueWrite(issue)] : [];
}

function countAttempt(before: Delivery, after: Delivery, errorCode: string | null): void {
  putMetric("DeliveryAttempts", 1, { outcome: errorCode ?? "succeeded" });
  if (after.plan === "failed" && before.plan !== "failed") putMetric("DeliveriesFailed", 1);
}

function logAttempt({ delivery, result }: MadeAttempt, errorCode: string | null): void {
  log("info", "webhook attempt", {
    account_id: delivery.accountId,
    endpoint_id: delivery.endpointId,
    delivery_id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    outcome: errorCode ?? "succeeded",
    ...(result.kind === "response" ? { status: result.status } : {}),
    duration_ms: result.durationMs,
  });
}
