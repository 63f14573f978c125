import type { EventDetail } from "../../contract/messages.ts";
import { type Delivery, newDelivery } from "../../domain/delivery.ts";
import { type WebhookEndpoint, wantsEvent } from "../../domain/webhook-endpoint.ts";
import { ensureDelivery } from "../../store/deliveries.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { deliveryIdOf } from "./delivery-id.ts";
import type { WebhookPorts } from "./ports.ts";
import { wake } from "./wake.ts";

/** Rows written at the same time. */
const CHUNK = 25;

type FanOutPorts = Pick<WebhookPorts, "table" | "now" | "send">;

/**
 * One delivery for each endpoint that wants the event, and its message. Doing it again makes nothing
 * twice; it only repeats messages that may have been lost on the way. For a disabled endpoint the
 * delivery is recorded as skipped, so that a recovery finds it.
 */
export async function fanOut(ports: FanOutPorts, event: EventDetail): Promise<void> {
  const routed = { type: event.type, appId: event.app_id, livemode: event.livemode };
  const endpoints = (await endpointsOfAccount(ports.table, event.account_id)).filter((endpoint) =>
    wantsEvent(endpoint, routed),
  );
  for (let from = 0; from < endpoints.length; from += CHUNK) {
    const chunk = endpoints.slice(from, from + CHUNK);
    const now = ports.now();
    const deliveries = await Promise.all(
      chunk.map((endpoint) => ensureDelivery(ports.table, deliveryFor(event, endpoint, now))),
    );
    await wake(ports, deliveries.filter(isUntouched));
  }
}

function deliveryFor(event: EventDetail, endpoint: WebhookEndpoint, now: number): Delivery {
  return newDelivery(
    {
      id: deliveryIdOf(event.id, endpoint.id),
      accountId: endpoint.accountId,
      appId: endpoint.appId,
      endpointId: endpoint.id,
      livemode: endpoint.livemode,
      eventId: event.id,
      eventType: event.type,
      lane: endpoint.slow ? "delivery-slow" : "delivery",
    },
    now,
    endpoint.status === "enabled" ? "automatic" : "skip",
  );
}

function isUntouched(delivery: Delivery): boolean {
  return delivery.status === "pending" && delivery.attemptsCount === 0;
}
