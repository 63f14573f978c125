import { type Delivery, newDelivery } from "../../domain/delivery.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { buildEvent } from "../events/build-event.ts";
import { deliveryIdOf } from "./delivery-id.ts";

/** A `ping` and its only delivery. Fan-out ignores pings, so no other endpoint receives it. */
export function ping(
  endpoint: WebhookEndpoint,
  now: number,
): { readonly event: EventWithBody; readonly delivery: Delivery } {
  const { id: endpointId, accountId, appId, livemode } = endpoint;
  const event = buildEvent({
    type: "ping",
    accountId,
    appId,
    livemode,
    sequence: 0,
    objectId: endpointId,
    object: { object: "webhook_endpoint", id: endpointId },
    at: now,
  });
  const facts = { accountId, appId, endpointId, livemode, eventId: event.id, eventType: "ping" };
  const lane = endpoint.slow ? "delivery-slow" : "delivery";
  const id = deliveryIdOf(event.id, endpointId);
  return { event, delivery: newDelivery({ ...facts, id, lane }, now, "manual") };
}
