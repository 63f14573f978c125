import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { EventRecord } from "../../domain/event-record.ts";
import { listAttempts } from "../../store/attempts.ts";
import { getDelivery } from "../../store/deliveries.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { eventsOfObject } from "../../store/events.ts";
import { table } from "../deps.ts";
import { deliveryIdOf } from "../webhooks/delivery-id.ts";

/** Of each kind; a checkout has few of them. */
const MOST = 100;

export interface CheckoutHistory {
  readonly attempts: readonly Attempt[];
  readonly events: readonly EventRecord[];
  readonly deliveries: readonly Delivery[];
}

/** Everything that happened to a checkout, newest first. */
export async function readHistory(checkout: Checkout, now: number): Promise<CheckoutHistory> {
  const [attempts, events, endpoints] = await Promise.all([
    listAttempts(table(), checkout.id, { limit: MOST }),
    eventsOfObject(table(), checkout.id, MOST),
    endpointsOfAccount(table(), checkout.accountId),
  ]);
  const receivers = endpoints.filter((endpoint) => endpoint.appId === checkout.appId);
  // A delivery's id follows from its event and its endpoint, so none has to be searched for.
  const ids = events.flatMap((event) =>
    receivers.map((endpoint) => deliveryIdOf(event.id, endpoint.id)),
  );
  const found = await Promise.all(ids.slice(0, MOST).map((id) => getDelivery(table(), id, now)));
  const deliveries = found.filter((delivery): delivery is Delivery => delivery !== null);
  return { attempts: attempts.data, events, deliveries };
}
