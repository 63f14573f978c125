import type { Attempt } from "../../domain/attempt-record.ts";
import { amountDue, type Checkout, eventsOf } from "../../domain/checkout-terms.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { EventRecord } from "../../domain/event-record.ts";
import { table } from "../../pipeline/deps.ts";
import { listAttempts } from "../../store/attempts.ts";
import { getDelivery } from "../../store/deliveries.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { getEvents } from "../../store/events.ts";
import { noticesOfAmount, noticesOfReference, type StoredNotice } from "../../store/notices.ts";
import { deliveryIdOf } from "../webhooks/present.ts";

/** Maximum per kind; a checkout has few of each. */
const MOST = 100;
const MOST_NOTICES = 10;

export interface CheckoutHistory {
  readonly attempts: readonly Attempt[];
  readonly events: readonly EventRecord[];
  readonly deliveries: readonly Delivery[];
  readonly notices: readonly StoredNotice[];
}

/** Everything that happened to a checkout, newest first. */
export async function readHistory(checkout: Checkout, now: number): Promise<CheckoutHistory> {
  const [attempts, events, endpoints, notices] = await Promise.all([
    listAttempts(table(), checkout, { limit: MOST, internal: true }),
    getEvents(table(), eventsOf(checkout), now),
    endpointsOfAccount(table(), checkout.accountId),
    noticesAbout(checkout, now),
  ]);
  const receivers = endpoints.filter((endpoint) => endpoint.appId === checkout.appId);
  // Ids of deliveries derive from event and endpoint, so no search is needed.
  const refs = events.flatMap((event) =>
    receivers.map(({ id }) => ({ endpointId: id, id: deliveryIdOf(event.id, id) })),
  );
  const found = await Promise.all(refs.slice(0, MOST).map((ref) => getDelivery(table(), ref, now)));
  const deliveries = found.filter((delivery): delivery is Delivery => delivery !== null);
  return { attempts: attempts.data, events, deliveries, notices };
}

/** What the bank told a paired phone: messages with a reference that was entered, and those of the amount that is due. */
async function noticesAbout(checkout: Checkout, now: number): Promise<readonly StoredNotice[]> {
  const { notices, accountId, status, payments, pending, currency, createdAt } = checkout;
  if (notices === undefined || status === "verified") return [];
  const due = { currency, amountMinor: amountDue(checkout) };
  const found = await Promise.all([
    ...[...payments, ...pending].map((one) => noticesOfReference(table(), accountId, one, now)),
    noticesOfAmount(table(), accountId, due, createdAt),
  ]);
  return [...new Map(found.flat().map((notice) => [notice.hash, notice])).values()].slice(
    0,
    MOST_NOTICES,
  );
}
