import type { DeliveryMessage } from "../../contract/messages.ts";
import { type Delivery, isClaimable } from "../../domain/delivery.ts";
import { claimDelivery, claimTogether } from "../../store/deliveries.ts";
import type { DeliveryRef } from "../../store/delivery-item.ts";
import type { WebhookPorts } from "./ports.ts";

export interface ClaimRequest {
  readonly message: DeliveryMessage;
  /** As it was just read; null if it was not. */
  readonly delivery: Delivery | null;
}

type ClaimPorts = Pick<WebhookPorts, "table" | "now">;

export function refOf({ endpoint_id, delivery_id }: DeliveryMessage): DeliveryRef {
  return { endpointId: endpoint_id, id: delivery_id };
}

/**
 * Takes the leases of several deliveries, in one transaction if they were read before. Returns one promise per request:
 * null for an outdated message, which is dropped.
 */
export function claimAll(
  ports: ClaimPorts,
  requests: readonly ClaimRequest[],
): readonly Promise<Delivery | null>[] {
  const now = ports.now();
  const ready = requests
    .filter(({ message, delivery }) => delivery && isClaimable(delivery, message.attempt, now))
    .flatMap(({ delivery }) => delivery ?? []);
  // A transaction pays double for each item: alone, one update is cheaper.
  const isWorthIt = ready.length > 1 && areDistinct(ready);
  const together = isWorthIt ? claimTogether(ports.table, ready, now) : Promise.resolve(null);
  return requests.map(async ({ message, delivery }) => {
    if (delivery !== null && !ready.includes(delivery)) return null;
    const claimed = await together;
    const own = claimed?.[delivery === null ? -1 : ready.indexOf(delivery)];
    return own ?? claimDelivery(ports.table, refOf(message), message.attempt, now);
  });
}

/** A transaction takes each item once; a queue may hand out a message twice. */
function areDistinct(deliveries: readonly Delivery[]): boolean {
  return new Set(deliveries.map(({ id }) => id)).size === deliveries.length;
}
