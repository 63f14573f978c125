import type * as z from "zod";
import type { EventType } from "../../contract/events.ts";
import type { checkoutHistory } from "../../contract/schemas/dashboard-checkout.ts";
import { maskName } from "../../domain/account-number.ts";
import type { Attempt } from "../../domain/attempt.ts";
import { amountDue, type Checkout, eventsOf } from "../../domain/checkout.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { EventRecord } from "../../domain/event-record.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { noticeTime } from "../../domain/notice-fit.ts";
import { table } from "../../pipeline/deps.ts";
import { listAttempts } from "../../store/attempts.ts";
import { getDelivery } from "../../store/deliveries.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { getEvents } from "../../store/events.ts";
import { noticesOfAmount, noticesOfReference, type StoredNotice } from "../../store/notices.ts";
import { deliveryIdOf } from "../webhooks/present.ts";
import { presentAttempt, presentCheckout, presentMerchantPayment } from "./present.ts";

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
    noticesOfAmount(table(), accountId, due, { from: createdAt, until: now }),
  ]);
  return [...new Map(found.flat().map((notice) => [notice.hash, notice])).values()].slice(
    0,
    MOST_NOTICES,
  );
}

/** A checkout with its attempts, events and deliveries; `now` in ms. */
export function presentHistory(
  checkout: Checkout,
  history: CheckoutHistory,
  now: number,
): z.input<typeof checkoutHistory> {
  return {
    ...presentCheckout(checkout, now),
    payments: checkout.payments.map((payment) => ({
      ...presentMerchantPayment(payment, checkout),
      attempt_id: payment.attemptId,
    })),
    attempts: history.attempts.map((attempt) => ({
      ...presentAttempt(attempt, checkout),
      evidence: attempt.evidence && { ...attempt.evidence },
      tries: attempt.tries,
      next_at: instantOrNull(attempt.nextAt),
    })),
    events: history.events.map((event) => ({
      id: event.id,
      type: event.type as EventType,
      sequence: event.sequence,
      created_at: instant(event.createdAt),
    })),
    notices: history.notices.map(presentNotice),
    deliveries: history.deliveries.map((delivery) => ({
      id: delivery.id,
      event_id: delivery.eventId,
      event_type: delivery.eventType as EventType,
      endpoint_id: delivery.endpointId,
      status: delivery.status,
      created_at: instant(delivery.createdAt),
    })),
  };
}

/** A notice as members see it. */
export function presentNotice(notice: StoredNotice) {
  return {
    provider: notice.provider,
    amount: notice.amountMinor,
    currency: notice.currency,
    payer_name: maskName(notice.payer.name),
    reference: notice.reference,
    at: instant(noticeTime(notice)),
    typed: notice.typed,
  };
}
