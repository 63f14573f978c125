import type { Keyring } from "../../cloud/secret-box.ts";
import type { DeliveryMessage } from "../../contract/messages.ts";
import {
  afterAbandon,
  afterGivingBack,
  afterRelease,
  type Delivery,
  type DeliveryLane,
  MAX_LEASES_PER_ATTEMPT,
} from "../../domain/delivery.ts";
import { hopDelaySeconds } from "../../domain/webhook-schedule.ts";
import { claimDelivery, saveDelivery } from "../../store/deliveries.ts";
import { getBodyAndEndpoint } from "../../store/endpoints.ts";
import { errorFields, log } from "../log.ts";
import type { WebhookPorts } from "./ports.ts";
import { recordAttempt } from "./record-attempt.ts";
import { webhookRequest } from "./request.ts";
import { wake } from "./wake.ts";

/**
 * Makes one attempt: claim, read, POST, record, next message. A message that comes before its time is
 * sent on; one that is no longer true loses the claim and is dropped.
 */
export async function deliver(
  ports: WebhookPorts,
  lane: DeliveryLane,
  message: DeliveryMessage,
): Promise<void> {
  const now = ports.now();
  if (now < message.not_before) {
    const delaySeconds = hopDelaySeconds(now, message.not_before);
    return ports.send(lane, [{ message, delaySeconds }]);
  }
  // Before the claim: a sender that cannot sign takes nothing.
  const ring = await ports.keyring();
  const delivery = await claimDelivery(ports.table, message.delivery_id, message.attempt, now);
  if (delivery === null) return;
  const planned = await planPost(ports, { ring, lane, delivery, now }).catch((error) =>
    giveBack(ports, delivery, error),
  );
  if (planned === null) return;
  const { request, ...made } = planned;
  const died = delivery.leases > MAX_LEASES_PER_ATTEMPT;
  const result = died ? SENDERS_DIED : await ports.post(request);
  await recordAttempt(ports, { ...made, delivery, result });
}

/** What is recorded for a POST that nobody who tried it survived. */
const SENDERS_DIED = { kind: "error", code: "timeout", durationMs: 0, remoteIp: null } as const;

interface Claimed {
  readonly ring: Keyring;
  readonly lane: DeliveryLane;
  readonly delivery: Delivery;
  readonly now: number;
}

/** The POST that a claimed delivery needs; null where it needs none, and has been put where it belongs. */
async function planPost(ports: WebhookPorts, { ring, lane, delivery, now }: Claimed) {
  const { body, endpoint } = await getBodyAndEndpoint(
    ports.table,
    delivery.eventId,
    delivery.accountId,
    delivery.endpointId,
  );
  if (body === null || endpoint === null || endpoint.deletedAt !== null) {
    return save(ports, delivery, afterAbandon(delivery, "canceled", now));
  }
  if (endpoint.status === "disabled") {
    return save(ports, delivery, afterAbandon(delivery, "skipped", now));
  }
  if (endpoint.slow && lane === "delivery") {
    return save(ports, delivery, afterRelease(delivery, "delivery-slow"));
  }
  const startedAt = ports.now();
  const event = { id: delivery.eventId, body };
  return { endpoint, startedAt, request: webhookRequest(event, endpoint, ring, startedAt) };
}

async function save(ports: WebhookPorts, before: Delivery, after: Delivery): Promise<null> {
  if (await saveDelivery(ports.table, before, after)) await wake(ports, [after]);
  return null;
}

/**
 * A fault of ours goes back to the queue and at last to its dead letters, and is not counted as a
 * sender that died: it would be recorded as the receiver's timeout.
 */
async function giveBack(
  { table }: WebhookPorts,
  delivery: Delivery,
  fault: unknown,
): Promise<never> {
  try {
    await saveDelivery(table, delivery, afterGivingBack(delivery));
  } catch (error) {
    log("warn", "a delivery was not given back", errorFields(error));
  }
  throw fault;
}
