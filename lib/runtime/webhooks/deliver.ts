import type { DeliveryMessage } from "../../contract/messages.ts";
import {
  afterAbandon,
  afterRelease,
  type Delivery,
  type DeliveryLane,
  MAX_LEASES_PER_ATTEMPT,
} from "../../domain/delivery.ts";
import { hopDelaySeconds } from "../../domain/webhook-schedule.ts";
import { claimDelivery, saveDelivery } from "../../store/deliveries.ts";
import { getBodyAndEndpoint } from "../../store/endpoints.ts";
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
  const delivery = await claimDelivery(ports.table, message.delivery_id, message.attempt, now);
  if (delivery === null) return;
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
  const event = { id: delivery.eventId, body };
  const startedAt = ports.now();
  const result =
    delivery.leases > MAX_LEASES_PER_ATTEMPT
      ? SENDERS_DIED
      : await ports.post(webhookRequest(event, endpoint, await ports.keyring(), startedAt));
  await recordAttempt(ports, { delivery, endpoint, result, startedAt });
}

/** What is recorded for a POST that nobody who tried it survived. */
const SENDERS_DIED = { kind: "error", code: "timeout", durationMs: 0, remoteIp: null } as const;

async function save(ports: WebhookPorts, before: Delivery, after: Delivery): Promise<void> {
  if (await saveDelivery(ports.table, before, after)) await wake(ports, [after]);
}
