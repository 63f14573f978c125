/** The event types that an endpoint can subscribe to. */
export const EVENT_TYPES = [
  "checkout.created",
  "checkout.partially_paid",
  "checkout.verified",
  "checkout.review",
  "checkout.expired",
  "checkout.canceled",
  "checkout.rejected",
  "checkout.attempt_failed",
  "checkout.payment_released",
  "credits.low",
  "credits.exhausted",
  "webhook.disabled",
  "books.difference",
  "ping",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
