import { ServiceError } from "../../domain/errors.ts";
import { log } from "../../pipeline/log.ts";
import { putMetric } from "../../pipeline/metrics.ts";
import { deliveryWrite, saveDelivery } from "../../store/deliveries.ts";
import { noteSuccess } from "../../store/endpoint-health.ts";
import { type Commit, isRefused, transact } from "../../store/transact.ts";
import { type MadeAttempt, type PlannedRecord, planRecord } from "./plan-record.ts";
import type { WebhookPorts } from "./ports.ts";
import { resumeDeliveries } from "./resume-deliveries.ts";

/**
 * `whole`: everything is stored. `own`: without what it says about its endpoint. `lost`: nothing, since
 * the delivery was changed under an expired lease.
 */
type Outcome = "whole" | "own" | "lost";

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
    const stored = isPlain(plan) && (await together);
    const outcome = stored ? "whole" : await commitAlone(ports, plan);
    logAttempt(plan);
    if (outcome !== "lost") await followUp(ports, plan, outcome);
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

async function commitAlone(ports: WebhookPorts, plan: PlannedRecord): Promise<Outcome> {
  const { table } = ports;
  const { made, after, attributes, writes, ofEndpoint } = plan;
  if (isPlain(plan)) {
    return (await saveDelivery(table, made.delivery, after, attributes)) ? "whole" : "lost";
  }
  const own = [deliveryWrite(made.delivery, after, attributes), ...writes];
  const whole = await tryOnce(() => transact(table, [...own, ...ofEndpoint]));
  if (whole?.committed) return "whole";
  if (whole && isRefused(whole, "delivery", "attempt")) return "lost";
  if (ofEndpoint.length === 0 && whole === null) {
    throw new ServiceError("service_unavailable", "The attempt could not be recorded.");
  }
  // The endpoint was disabled or deleted, or too many attempts at it end at the same moment.
  const alone = await transact(table, own);
  return alone.committed ? "own" : "lost";
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

async function followUp(ports: WebhookPorts, plan: PlannedRecord, outcome: Outcome) {
  const { made, after, health, disables, errorCode } = plan;
  const { endpoint, delivery } = made;
  putMetric("DeliveryAttempts", 1, { outcome: errorCode ?? "succeeded" });
  if (after.plan === "failed" && delivery.plan !== "failed") putMetric("DeliveriesFailed", 1);
  if (health?.kind === "success" && isPlain(plan)) {
    await noteSuccess(ports.table, endpoint, health);
  }
  if (disables !== null && outcome === "whole") {
    const { accountId: account_id, id: endpoint_id } = endpoint;
    await ports.startWork({ version: 1, kind: "abandon", account_id, endpoint_id });
  }
  await resumeDeliveries(ports, [after]);
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
