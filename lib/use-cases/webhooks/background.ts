import type { RecoveryMessage } from "../../contract/messages.ts";
import {
  afterAbandon,
  afterRecovery,
  type Delivery,
  type DeliveryLane,
  dueAt,
  isLeased,
} from "../../domain/delivery.ts";
import { unreachable } from "../../domain/errors.ts";
import { idFloor } from "../../domain/ids.ts";
import { afterPage, afterStop, type Recovery } from "../../domain/user.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import { saveDelivery } from "../../store/deliveries.ts";
import { deliveriesInRange } from "../../store/delivery-lists.ts";
import { getEndpoint } from "../../store/endpoints.ts";
import { resolveIssueWrite } from "../../store/issues.ts";
import { getRecovery, saveRecovery } from "../../store/recoveries.ts";
import { transact } from "../../store/transact.ts";
import { resumeDeliveries } from "./manual-attempts.ts";
import type { WebhookPorts } from "./ports.ts";

const PAGE = 50;
/** Pages per run. A message continues with the rest, so that no run comes near its function's timeout. */
const PAGES_PER_RUN = 20;
const LAST_ID = "dlv_~";
/** By then a sender that read the endpoint before its deletion has recorded its attempt. */
const LONGEST_LEASE_SECONDS = 120;

type WorkPorts = Pick<WebhookPorts, "table" | "now" | "send" | "startWork">;

/** Does one part of the work and sends a message for the next one. Safe to repeat. */
export function runBackgroundWork(ports: WorkPorts, message: RecoveryMessage): Promise<void> {
  switch (message.kind) {
    case "recover":
      return recover(ports, message);
    case "abandon":
      return abandon(ports, message);
    case "forget":
      return forget(ports, message);
    default:
      return unreachable(message);
  }
}

async function recover(
  ports: WorkPorts,
  message: Extract<RecoveryMessage, { kind: "recover" }>,
): Promise<void> {
  const { account_id, endpoint_id, recovery_id } = message;
  let recovery = await getRecovery(ports.table, endpoint_id, recovery_id, ports.now());
  const endpoint = await getEndpoint(ports.table, account_id, endpoint_id);
  if (recovery === null || recovery.status !== "running") return;
  if (endpoint === null || endpoint.status === "disabled") {
    await saveRecovery(ports.table, recovery, afterStop(recovery, ports.now()));
    return;
  }
  const lane = endpoint.slow ? "delivery-slow" : "delivery";
  for (let pages = 0; pages < PAGES_PER_RUN; pages++) {
    const next = await recoverPage(ports, recovery, lane);
    // Another run of the same message is ahead and continues; this one stops.
    if (!(await saveRecovery(ports.table, recovery, next))) return;
    recovery = next;
    if (recovery.status !== "running") return;
  }
  await ports.startWork(message);
}

async function recoverPage(
  ports: WorkPorts,
  recovery: Recovery,
  lane: DeliveryLane,
): Promise<Recovery> {
  const range = {
    endpointId: recovery.endpointId,
    group: recovery.group,
    after: recovery.after,
    upTo: idFloor("dlv_", recovery.createdAt + 1),
    limit: PAGE,
  };
  const { deliveries, last } = await deliveriesInRange(ports.table, range, logUnreadable);
  const now = ports.now();
  // The range comes from an index that lags: some may have been retried, or be under way, by now.
  const missed = deliveries.filter(
    (one) => one.plan === recovery.group && one.manualAt === null && !isLeased(one, now),
  );
  const taken = await changeAll(ports, missed, (one) => afterRecovery(one, lane, now));
  await resumeDeliveries(ports, taken);
  return afterPage(recovery, { last, recovered: taken.length, at: now });
}

async function abandon(
  ports: WorkPorts,
  message: Extract<RecoveryMessage, { kind: "abandon" }>,
): Promise<void> {
  const { account_id, endpoint_id: endpointId } = message;
  let after = "dlv_";
  for (let pages = 0; pages < PAGES_PER_RUN; pages++) {
    const range = { endpointId, group: "waiting", after, upTo: LAST_ID, limit: PAGE } as const;
    const { deliveries, last } = await deliveriesInRange(ports.table, range, logUnreadable);
    // Read for each page: its owner may have enabled it again.
    const endpoint = await getEndpoint(ports.table, account_id, endpointId);
    if (endpoint?.status === "enabled") return;
    const plan = endpoint === null ? "canceled" : "skipped";
    const now = ports.now();
    // A sender that holds the lease ends its delivery itself: it reads the same endpoint.
    const free = deliveries.filter((one) => dueAt(one) !== null && !isLeased(one, now));
    await changeAll(ports, free, (delivery) => afterAbandon(delivery, plan, now));
    if (last === null) {
      if (endpoint !== null) return;
      for (const delay of [0, LONGEST_LEASE_SECONDS]) {
        await ports.startWork({ ...message, kind: "forget" }, delay);
      }
      return;
    }
    after = last;
  }
  await ports.startWork(message);
}

/** Removes the issues about failed deliveries of an endpoint that was deleted: nobody can resend them. */
async function forget(
  ports: WorkPorts,
  message: Extract<RecoveryMessage, { kind: "forget" }>,
): Promise<void> {
  const { account_id: accountId, endpoint_id: endpointId } = message;
  let after = message.after ?? "dlv_";
  for (let pages = 0; pages < PAGES_PER_RUN; pages++) {
    const range = { endpointId, group: "failed", after, upTo: LAST_ID, limit: PAGE } as const;
    const { deliveries, last } = await deliveriesInRange(ports.table, range, logUnreadable);
    if (deliveries.length > 0) {
      await transact(
        ports.table,
        deliveries.map(({ id }) =>
          resolveIssueWrite({ accountId, kind: "delivery_failed", objectId: id }),
        ),
      );
    }
    if (last === null) return;
    after = last;
  }
  await ports.startWork({ ...message, after });
}

/** Returns the new states of those that nothing else changed meanwhile. */
async function changeAll(
  { table }: WorkPorts,
  deliveries: readonly Delivery[],
  change: (delivery: Delivery) => Delivery,
): Promise<Delivery[]> {
  const changed = await Promise.all(
    deliveries.map(async (before) => {
      const after = change(before);
      return (await saveDelivery(table, before, after)) ? after : null;
    }),
  );
  return changed.filter((delivery) => delivery !== null);
}
