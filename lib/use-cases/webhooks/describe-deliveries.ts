import * as z from "zod";
import type { LoggedDeliveryAnswer } from "../../contract/schemas/delivery.ts";
import type { Delivery } from "../../domain/delivery.ts";
import { eventOf } from "../../domain/event-record.ts";
import { isId } from "../../domain/ids.ts";
import { now, table } from "../../pipeline/deps.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import { lastDurations } from "../../store/delivery-attempts.ts";
import { getEventsWithBodies } from "../../store/events.ts";
import { presentDelivery } from "./present.ts";

const checkout = z.object({
  amount: z.int(),
  currency: z.string(),
  client_reference: z.string().nullable(),
});
/** A failed attempt carries its checkout. */
const body = z.object({
  data: z.object({
    object: z.union([checkout, z.object({ checkout }).transform((attempt) => attempt.checkout)]),
  }),
});

/**
 * Deliveries with the checkout that each is about and how long the last attempt took. Two batch reads, of
 * at most 100 events and 200 attempts; nothing of it is stored with a delivery, which is written on every
 * payment. A delivery whose event is unreadable is shown without its checkout.
 */
export async function describeDeliveries(
  deliveries: readonly Delivery[],
): Promise<LoggedDeliveryAnswer[]> {
  const [events, durations] = await Promise.all([
    getEventsWithBodies(table(), deliveries.map(eventOf), now(), logUnreadable),
    lastDurations(table(), deliveries),
  ]);
  const subjects = new Map(events.map((event) => [event.id, subjectOf(event)]));
  return deliveries.map((delivery) => ({
    ...presentDelivery(delivery),
    checkout: subjects.get(delivery.eventId) ?? null,
    last_duration_ms: durations.get(delivery.id) ?? null,
  }));
}

function subjectOf({ objectId, body: text }: { readonly objectId: string; readonly body: string }) {
  if (!isId("co_", objectId)) return null;
  const { amount, currency, client_reference } = body.safeParse(JSON.parse(text)).data?.data
    .object ?? { amount: null, currency: null, client_reference: null };
  return { id: objectId, amount, currency, client_reference };
}
