import { type Delivery, newDelivery } from "../../domain/delivery.ts";
import type { EventPlace } from "../../domain/event-record.ts";
import { idTime } from "../../domain/ids.ts";
import { predates, type WebhookEndpoint, wantsEvent } from "../../domain/webhook-endpoint.ts";
import { deliveryIdOf } from "./present.ts";

type Routed = EventPlace & { readonly type: string };

/** The endpoints that want an event and are not younger, enabled or not. */
export function receiversOf(
  event: Routed,
  endpoints: readonly WebhookEndpoint[],
): readonly WebhookEndpoint[] {
  const eventAt = idTime(event.id);
  return endpoints.filter(
    (endpoint) => wantsEvent(endpoint, event) && !predates(eventAt, endpoint),
  );
}

/** The delivery of an event to an endpoint, `skipped` for a disabled one. `now` in ms. */
export function deliveryFor(
  event: Pick<Routed, "id" | "type">,
  endpoint: WebhookEndpoint,
  now: number,
): Delivery {
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
