import * as z from "zod";
import { DELIVERY_STATUSES, DELIVERY_TRIGGERS } from "../../domain/delivery.ts";
import { DELIVERY_ERROR_CODES } from "../../domain/webhook-outcome.ts";
import { EVENT_TYPES } from "../events.ts";
import { amount, appIdText, flag, id, list, page, text, timestamp } from "./common.ts";
import { webhookParams } from "./webhook.ts";

export const deliveryParams = webhookParams.extend({ delivery_id: id("dlv") });

const filters = {
  ...page,
  status: z.enum(DELIVERY_STATUSES).optional(),
  event_type: z.enum(EVENT_TYPES).optional(),
};

export const listDeliveriesQuery = z.strictObject(filters);

export const webhookLogsQuery = z.strictObject({
  ...filters,
  app_id: appIdText.optional(),
  /** Default: of both modes. */
  livemode: flag.optional(),
  /** In full: the id of a delivery, event or checkout, or the merchant's own reference. One page. */
  search: text(200).optional(),
});

/** One event on its way to one endpoint. */
export const delivery = z.object({
  id: id("dlv"),
  object: z.literal("webhook_delivery"),
  livemode: z.boolean(),
  endpoint_id: id("whk"),
  event_id: id("evt"),
  event_type: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** Of both kinds. */
  attempts_count: z.int().min(0),
  next_attempt_at: timestamp.nullable(),
  last_status_code: z.int().nullable(),
  last_error_code: z.enum(DELIVERY_ERROR_CODES).nullable(),
  created_at: timestamp,
  completed_at: timestamp.nullable(),
  /** The trigger of the waiting attempt, or of the last one. */
  trigger: z.enum(DELIVERY_TRIGGERS),
});
export type DeliveryAnswer = z.output<typeof delivery>;

/** One HTTP POST. Kept for 30 days, the delivery for 90. */
export const deliveryAttempt = z.object({
  number: z.int().min(1),
  trigger: z.enum(DELIVERY_TRIGGERS),
  status: z.enum(["succeeded", "failed"]),
  error_code: z.enum(DELIVERY_ERROR_CODES).nullable(),
  response_status: z.int().nullable(),
  response_headers: z.record(z.string(), z.string()),
  /** The first 16 KiB. */
  response_body: z.string().nullable(),
  truncated: z.boolean(),
  duration_ms: z.int().min(0),
  remote_ip: z.string().nullable(),
  started_at: timestamp,
});
export type DeliveryAttemptAnswer = z.output<typeof deliveryAttempt>;

/** A delivery in a list, with what it is about. */
export const loggedDelivery = delivery.extend({
  /** null for events about something else. */
  checkout: z
    .object({
      id: id("co"),
      /** null once the event is gone, or where it does not say. */
      amount: amount.nullable(),
      currency: z.string().nullable(),
      client_reference: z.string().nullable(),
    })
    .nullable(),
  /** Of the last attempt; null before the first one and 30 days after it. */
  last_duration_ms: z.int().min(0).nullable(),
});
export type LoggedDeliveryAnswer = z.output<typeof loggedDelivery>;

export const deliveryList = list(loggedDelivery);
export const deliveryWithAttempts = delivery.extend({
  attempts: z.array(deliveryAttempt),
  /** The exact body that is sent at every attempt; null once the event is gone. */
  payload: z.string().nullable(),
});
