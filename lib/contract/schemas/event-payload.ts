import * as z from "zod";
import { EVENT_TYPES, type EventType } from "../events.ts";
import { statementDifference } from "./books.ts";
import { checkout, merchantPayment } from "./checkout.ts";
import { appId, id } from "./common.ts";
import { credits } from "./credits.ts";
import { delivery } from "./delivery.ts";
import { event } from "./event.ts";
import { attempt } from "./verification.ts";
import { webhookEndpoint } from "./webhook.ts";

/** The failed attempt, with its checkout as it is after the failure. */
export const failedAttempt = attempt.extend({ checkout });

/** The released payment, with its checkout as it is without it. */
export const releasedPayment = merchantPayment.extend({ checkout });

/** The balance after the change; only live credits are spent. */
export const changedCredits = credits.omit({ livemode: true });

/** What a test delivery carries. */
export const pingedEndpoint = z.object({
  object: z.literal("webhook_endpoint"),
  id: id("whk"),
});

export const checkoutData = z.object({ object: checkout });
export const creditsData = z.object({ object: changedCredits });

/** `data` of each event type. */
const DATA = {
  "checkout.created": checkoutData,
  "checkout.partially_paid": checkoutData,
  "checkout.verified": checkoutData,
  "checkout.review": checkoutData,
  "checkout.expired": checkoutData,
  "checkout.canceled": checkoutData,
  "checkout.rejected": checkoutData,
  "checkout.attempt_failed": z.object({ object: failedAttempt }),
  "checkout.payment_released": z.object({ object: releasedPayment }),
  "credits.low": creditsData,
  "credits.exhausted": creditsData,
  "webhook.disabled": z.object({ object: webhookEndpoint }),
  "books.difference": z.object({ object: statementDifference }),
  ping: z.object({ object: pingedEndpoint }),
} as const satisfies Readonly<Record<EventType, z.ZodType>>;

/** The body of a webhook by event type. */
export const EVENT_SCHEMAS = Object.fromEntries(
  Object.entries(DATA).map(([type, data]) => [
    type,
    event.extend({ type: z.literal(type as EventType), data }),
  ]),
) as unknown as Readonly<Record<EventType, z.ZodType>>;

export const triggerEventBody = z
  .strictObject({
    type: z.enum(EVENT_TYPES),
    endpoint_id: id("whk").optional(),
    app_id: appId.optional(),
  })
  .refine(
    (body) => (body.endpoint_id === undefined) !== (body.app_id === undefined),
    "must have either endpoint_id or app_id",
  );
export type TriggerEventBody = z.output<typeof triggerEventBody>;

export const triggeredEvent = z.object({
  object: z.literal("triggered_event"),
  event,
  /** null when no endpoint was named. */
  delivery: delivery.nullable(),
});
