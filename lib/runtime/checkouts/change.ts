import type { EventType } from "../../contract/events.ts";
import type { Attempt } from "../../domain/attempt-record.ts";
import type { CheckoutState } from "../../domain/checkout.ts";
import type { CheckoutEvent } from "../../domain/checkout-commands.ts";
import { evolve } from "../../domain/checkout-evolve.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { EventWithBody } from "../../domain/event-record.ts";
import { supersedeWrite } from "../../store/attempts.ts";
import { stateWrite } from "../../store/checkouts.ts";
import { eventWrites } from "../../store/events.ts";
import type { Write } from "../../store/transact.ts";
import { environment } from "../environment.ts";
import { buildEvent } from "../events.ts";
import { presentAttempt, presentCheckout } from "./present.ts";

/** A change of one checkout, ready to be committed together with whatever else it entails. */
export interface Change {
  readonly after: Checkout;
  readonly writes: readonly Write[];
}

/**
 * Folds decided events into the checkout and lays out the writes: the new state (only if nobody else
 * stored one meanwhile), the attempts that nobody needs any more, and the events to tell outside.
 *
 * @param attempt as it will be stored, for `checkout.attempt_failed`
 */
export function changeCheckout(
  before: Checkout,
  events: readonly CheckoutEvent[],
  at: number,
  attempt: Attempt | null = null,
): Change {
  const told = events.flatMap((event) => outwardType(event) ?? []);
  const folded: CheckoutState = events.reduce<CheckoutState>(evolve, before);
  const sequence = before.sequence + told.length;
  const after: Checkout = { ...before, ...folded, sequence, version: before.version + 1 };
  const records = told.map((type, index) =>
    checkoutEvent(type, { ...after, sequence: before.sequence + index + 1 }, at, attempt),
  );
  return {
    after,
    writes: [
      stateWrite(before, after),
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

/** The event that tells of a checkout's state as it is given. */
export function checkoutEvent(
  type: EventType,
  checkout: Checkout,
  at: number,
  attempt: Attempt | null = null,
): EventWithBody {
  const shown = presentCheckout(checkout, { publicBaseUrl: environment().publicBaseUrl, now: at });
  const object =
    type === "checkout.attempt_failed" && attempt
      ? { ...presentAttempt(attempt), checkout: shown }
      : shown;
  return buildEvent({
    type,
    accountId: checkout.accountId,
    appId: checkout.appId,
    livemode: checkout.livemode,
    sequence: checkout.sequence,
    objectId: checkout.id,
    object,
    at,
  });
}

function outwardType(event: CheckoutEvent): EventType | null {
  switch (event.type) {
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
    case "attempt_started":
    case "attempt_awaits_credits":
    case "suspected":
      return null;
  }
}
