import type { OutboundResult } from "../../cloud/outbound.ts";
import {
  afterAttempt,
  type Delivery,
  type DeliveryAttempt,
  triggerOf,
} from "../../domain/delivery.ts";
import { ServiceError } from "../../domain/errors.ts";
import { idTime } from "../../domain/ids.ts";
import {
  type HealthChange,
  healthAfter,
  nextAttemptAt,
  type WebhookEndpoint,
} from "../../domain/webhook-endpoint.ts";
import { judgeAttempt, parseRetryAfter, type Verdict } from "../../domain/webhook-outcome.ts";
import { log, putMetric, putMetrics } from "../../pipeline/log.ts";
import { deliveryWrite, saveDelivery } from "../../store/deliveries.ts";
import { attemptRecord } from "../../store/delivery-attempts.ts";
import { noteSuccess } from "../../store/endpoints.ts";
import { issueWrite, resolveIssueWrite } from "../../store/issues.ts";
import { type Commit, type Item, transact, type Write } from "../../store/transact.ts";
import { endpointWrites } from "./endpoints.ts";
import { resumeDeliveries } from "./manual-attempts.ts";
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

/**
 * Records attempts that ended at the same moment, then sends their next messages. Returns one promise
 * per attempt. A crash before an attempt is stored costs at most one more POST with the same id; a crash
 * after that leaves a row for the sweeper.
 */
export function recordAttempts(
  ports: WebhookPorts,
  attempts: readonly MadeAttempt[],
): readonly Promise<void>[] {
  const plans = attempts.map((made) => planRecord(ports, made));
  const plain = plans.filter(isPlain);
  const together = plain.length > 1 ? commitTogether(ports, plain) : Promise.resolve(false);
  return plans.map(async (plan) => {
    const isStored = (isPlain(plan) && (await together)) || (await commitAlone(ports, plan));
    logAttempt(plan);
    if (isStored) await followUp(ports, plan);
  });
}

/** Changes nothing but its delivery, whose item has no other writers while it is leased. */
function isPlain({ writes, health, ofEndpoint }: PlannedRecord): boolean {
  return writes.length === 0 && (ofEndpoint.length === 0 || isNote({ health, ofEndpoint }));
}

/** Only notes the time of a success, which needs no transaction. */
function isNote({ health, ofEndpoint }: Pick<PlannedRecord, "health" | "ofEndpoint">): boolean {
  return health?.kind === "success" && ofEndpoint.length === 1;
}

/** False if the transaction was refused, e.g. because one delivery has changed: then each goes alone. */
async function commitTogether(
  { table }: WebhookPorts,
  plans: readonly PlannedRecord[],
): Promise<boolean> {
  const commit = await tryOnce(() =>
    transact(
      table,
      plans.map(({ made, after, attributes }) => deliveryWrite(made.delivery, after, attributes)),
    ),
  );
  return commit?.committed === true;
}

/** False if the delivery was changed under an expired lease: then nothing is stored. */
async function commitAlone({ table }: WebhookPorts, plan: PlannedRecord): Promise<boolean> {
  const { made, after, attributes, writes, ofEndpoint } = plan;
  if (isPlain(plan)) return saveDelivery(table, made.delivery, after, attributes);
  const own = [deliveryWrite(made.delivery, after, attributes), ...writes];
  const whole = await tryOnce(() => transact(table, [...own, ...ofEndpoint]));
  if (whole?.committed) return true;
  // The endpoint was disabled or deleted, or too many attempts at it end at the same moment.
  return (await transact(table, own)).committed;
}

/** Null if the table stayed too busy. */
async function tryOnce(run: () => Promise<Commit>): Promise<Commit | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "service_unavailable") return null;
    throw error;
  }
}

async function followUp(ports: WebhookPorts, plan: PlannedRecord): Promise<void> {
  const { made, after, health, disables, errorCode } = plan;
  const { endpoint, delivery } = made;
  putMetrics(
    { DeliveryAttempts: 1, ...(isFirst(made) ? { FirstDeliveryDelay: delayOf(made) } : {}) },
    { outcome: errorCode ?? "succeeded" },
  );
  if (after.plan === "failed" && delivery.plan !== "failed") {
    putMetric("DeliveriesFailed", 1);
    // The event of a disabled endpoint notifies them.
    const isNews = after.livemode && after.eventType !== "ping" && disables === null;
    if (isNews) await ports.tellFailing(after, ports.now());
  }
  if (health?.kind === "success" && isPlain(plan)) {
    await noteSuccess(ports.table, endpoint, health);
  }
  if (disables !== null) {
    const { accountId: account_id, id: endpoint_id } = endpoint;
    await ports.startWork({ version: 1, kind: "abandon", account_id, endpoint_id });
  }
  await resumeDeliveries(ports, [after]);
}

function isFirst({ delivery }: MadeAttempt): boolean {
  return delivery.attemptsCount === 0 && triggerOf(delivery) === "automatic";
}

/** From the event, in ms. Ids of events begin with their time. */
function delayOf({ delivery, startedAt }: MadeAttempt): number {
  return Math.max(0, startedAt - (idTime(delivery.eventId) ?? delivery.createdAt));
}

function logAttempt({ made, errorCode }: PlannedRecord): void {
  const { delivery, result } = made;
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
