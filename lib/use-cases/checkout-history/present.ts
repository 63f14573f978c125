import type * as z from "zod";
import type { EventType } from "../../contract/events.ts";
import type { checkoutHistory } from "../../contract/schemas/dashboard-checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { maskName } from "../../domain/mask.ts";
import { noticeTime } from "../../domain/notice-fit.ts";
import { presentAttempt, presentCheckout, presentMerchantPayment } from "../checkouts/present.ts";
import type { CheckoutHistory } from "./read.ts";

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
    notices: history.notices.map((notice) => ({
      provider: notice.provider,
      amount: notice.amountMinor,
      currency: notice.currency,
      payer_name: maskName(notice.payer.name),
      reference: notice.reference,
      at: instant(noticeTime(notice)),
      typed: notice.typed,
    })),
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
