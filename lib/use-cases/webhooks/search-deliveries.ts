import { modeOf } from "../../domain/checkout.ts";
import type { Delivery } from "../../domain/delivery.ts";
import { isId } from "../../domain/ids.ts";
import { table } from "../../pipeline/deps.ts";
import { mayRead, type UserPrincipal } from "../../pipeline/principal.ts";
import { listCheckouts } from "../../store/checkout-lists.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { type DeliveryFilter, deliveriesByRef } from "../../store/delivery-lists.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { deliveryIdOf } from "./present.ts";

/** Checkouts that share one reference of the merchant and are looked at. */
const MOST_CHECKOUTS = 10;
const MOST_FOUND = 100;
/** Deliveries that may be read for them. Most do not exist: an endpoint gets the events of its mode that it subscribes to. */
const MOST_READ = 1_000;

export interface DeliverySearch extends Omit<DeliveryFilter, "of"> {
  readonly principal: UserPrincipal;
  readonly appId: number;
}

/**
 * Deliveries of an app that a text names: by the id of the delivery, of its event or of its checkout, or by
 * the merchant's own reference, in full. Newest first, at most 100. Reads no list of deliveries: their ids
 * follow from event and endpoint.
 */
export async function searchDeliveries(
  text: string,
  { principal, appId, status, eventType, livemode }: DeliverySearch,
  now: number,
): Promise<readonly Delivery[]> {
  const wanted = text.trim();
  const id = wanted.toLowerCase();
  const endpoints = (await endpointsOfAccount(table(), principal.accountId)).filter(
    (endpoint) => endpoint.appId === appId,
  );
  const events = isId("evt_", id)
    ? [id]
    : isId("dlv_", id)
      ? []
      : await eventsOfCheckouts(isId("co_", id) ? id : wanted, principal, now);
  const refs = isId("dlv_", id)
    ? endpoints.map(({ id: endpointId }) => ({ endpointId, id }))
    : events.toSorted(byNewest).flatMap((event) =>
        endpoints.map(({ id: endpointId }) => ({
          endpointId,
          id: deliveryIdOf(event, endpointId),
        })),
      );
  const found = await deliveriesByRef(table(), refs.slice(0, MOST_READ), now);
  return found
    .filter(
      (delivery) =>
        mayRead(principal, delivery) &&
        (status === undefined || delivery.status === status) &&
        (eventType === undefined || delivery.eventType === eventType) &&
        (livemode === undefined || delivery.livemode === livemode),
    )
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, MOST_FOUND);
}

/** Ids sort by time. */
const byNewest = (a: string, b: string) => (a > b ? -1 : 1);

async function eventsOfCheckouts(
  text: string,
  principal: UserPrincipal,
  now: number,
): Promise<readonly string[]> {
  if (isId("co_", text)) {
    const checkout = await getCheckout(table(), text);
    return checkout && mayRead(principal, checkout) ? checkout.eventIds : [];
  }
  const lists = await Promise.all(
    [true, false].map((livemode) =>
      listCheckouts(
        table(),
        {
          accountId: principal.accountId,
          mode: modeOf(livemode),
          appId: null,
          clientReference: text,
        },
        { limit: MOST_CHECKOUTS, internal: true },
        now,
      ),
    ),
  );
  return lists.flatMap(({ data }) => data.flatMap(({ eventIds }) => eventIds));
}
