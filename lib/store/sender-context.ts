import type { Delivery } from "../domain/delivery.ts";
import type { EventPlace } from "../domain/event-record.ts";
import type { WebhookEndpoint } from "../domain/webhook-endpoint.ts";
import { type DeliveryRef, deliveryFrom, deliveryKey } from "./delivery-item.ts";
import { endpointFrom, endpointKey } from "./endpoint-item.ts";
import { bodyOf, eventKey } from "./events.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import type { Item, Table } from "./transact.ts";

/** What senders read before they make attempts. */
export interface SenderContext {
  /** Body of an event; null once it has expired. */
  readonly textOf: (event: EventPlace) => string | null;
  /** Includes deleted endpoints; null once they no longer exist. */
  readonly endpointOf: (endpointId: string) => WebhookEndpoint | null;
  /** Null if it no longer exists or was not requested. */
  readonly deliveryOf: (ref: DeliveryRef) => Delivery | null;
}

interface Wanted extends DeliveryRef {
  readonly accountId: string;
  readonly event: EventPlace;
}

/** One strongly consistent read for a batch of deliveries. */
export async function readSenderContext(
  table: Table,
  wanted: readonly Wanted[],
  options: { readonly withDeliveries: boolean },
): Promise<SenderContext> {
  const items = await getItems(
    table,
    wanted.flatMap((delivery) => [
      eventKey(delivery.event),
      endpointKey(delivery.accountId, delivery.endpointId),
      ...(options.withDeliveries ? [deliveryKey(delivery)] : []),
    ]),
  );
  const found = new Map(items.map((item) => [nameOf(item as Item & ItemKey), item]));
  const endpoints = new Map(
    items.filter(({ entity }) => entity === "endpoint").map((item) => [String(item.sk), item]),
  );
  return {
    textOf: (event) => {
      const item = found.get(nameOf(eventKey(event)));
      return item === undefined ? null : bodyOf(item);
    },
    // Read per message: an unreadable endpoint must not fail the deliveries to others.
    endpointOf: (endpointId) => {
      const item = endpoints.get(endpointId);
      return item === undefined ? null : endpointFrom(item);
    },
    deliveryOf: (ref) => {
      const item = found.get(nameOf(deliveryKey(ref)));
      return item === undefined ? null : deliveryFrom(item);
    },
  };
}

function nameOf({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`;
}
