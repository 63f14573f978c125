import type { EventType } from "../../contract/events.ts";
import type { Attempt } from "../../domain/attempt.ts";
import type { Checkout, CheckoutState } from "../../domain/checkout.ts";
import { type CheckoutEvent, evolve } from "../../domain/checkout-changes.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import { MAX_PARTS } from "../../domain/ids.ts";
import { shardOf } from "../../domain/ledger.ts";
import { supersedeWrite } from "../../store/attempts.ts";
import { stateWrite } from "../../store/checkout-item.ts";
import { restAmountWrites } from "../../store/open-amounts.ts";
import { eventWrites } from "../../store/outbox.ts";
import type { Write } from "../../store/transact.ts";
import { buildEvent } from "../events/build-event.ts";
import { presentAttempt, presentCheckout, presentMerchantPayment } from "./present.ts";

/** A change of one checkout and the writes that store it. */
export interface Change {
  readonly after: Checkout;
  readonly writes: readonly Write[];
}

/**
 * Applies decided events to a checkout and plans the writes: the new state (refused if the stored one has changed),
 * what is left to pay, superseded attempts, and published events.
 *
 * @param attempt in its new state, for `checkout.attempt_failed`
 */
export function changeCheckout(
  before: Checkout,
  events: readonly CheckoutEvent[],
  at: number,
  attempt: Attempt | null = null,
): Change {
  const published = events.flatMap((event) => publishedType(event) ?? []);
  const folded: CheckoutState = events.reduce<CheckoutState>(evolve, before);
  // Who decides names the payments that they have seen by the sequence.
  const isOther = folded.payments !== before.payments;
  const sequence = before.sequence + Math.max(published.length, isOther ? 1 : 0);
  const changed: Checkout = { ...before, ...folded, sequence, version: before.version + 1 };
  const records = published.map((type, index) => {
    const then = { ...changed, sequence: before.sequence + index + 1 };
    return checkoutEvent(type, then, at, subjectOf(type, before, then, events, attempt));
  });
  const after = { ...changed, eventIds: [...before.eventIds, ...records.map(({ id }) => id)] };
  return {
    after,
    writes: [
      stateWrite(before, after),
      ...restAmountWrites(before, after),
      ...events.flatMap((event) =>
        event.type === "attempt_ended" &&
        event.outcome === "superseded" &&
        event.attemptId !== attempt?.id
          ? supersedeWrite(before.id, event.attemptId, at)
          : [],
      ),
      ...records.flatMap(eventWrites),
    ],
  };
}

/** The attempt or payment that an event is about; null for the checkout itself. */
function subjectOf(
  type: EventType,
  before: Checkout,
  then: Checkout,
  events: readonly CheckoutEvent[],
  attempt: Attempt | null,
): object | null {
  if (type === "checkout.attempt_failed") return attempt && presentAttempt(attempt, then);
  if (type !== "checkout.payment_released") return null;
  const released = events.find((event) => event.type === "payment_released");
  const payment = before.payments.find((one) => one.attemptId === released?.attemptId);
  return payment === undefined ? null : presentMerchantPayment(payment, before);
}

/**
 * Builds an event that reports the given state of a checkout.
 *
 * @param subject what the event is about, where that is not the checkout: its object then has the checkout inside
 */
export function checkoutEvent(
  type: EventType,
  checkout: Checkout,
  at: number,
  subject: object | null = null,
): EventWithBody {
  const shown = presentCheckout(checkout, at);
  const object = subject === null ? shown : { ...subject, checkout: shown };
  return buildEvent({
    type,
    accountId: checkout.accountId,
    appId: checkout.appId,
    livemode: checkout.livemode,
    sequence: checkout.sequence,
    objectId: checkout.id,
    object,
    // All events of a checkout are in one part.
    part: checkout.spreadEvents ? shardOf(checkout.id, MAX_PARTS) : 0,
    // Grants purchased credits, or counts at the payment link.
    followUp:
      type === "checkout.verified" &&
      (checkout.purchaseId !== null || checkout.linkCode !== undefined),
    at,
  });
}

function publishedType(event: CheckoutEvent): EventType | null {
  switch (event.type) {
    case "partially_paid":
      return "checkout.partially_paid";
    case "verified":
      return "checkout.verified";
    case "sent_to_review":
      return "checkout.review";
    case "expired":
      return "checkout.expired";
    case "canceled":
      return "checkout.canceled";
    case "rejected":
      return "checkout.rejected";
    case "attempt_ended":
      return event.failed ? "checkout.attempt_failed" : null;
    case "payment_released":
      return event.moves ? null : "checkout.payment_released";
    case "attempt_started":
    case "attempt_awaits_credits":
    case "payment_added":
    case "payment_confirmed":
    case "reopened":
      return null;
  }
}
