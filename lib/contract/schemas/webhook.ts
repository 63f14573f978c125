import * as z from "zod";
import { DISABLED_REASONS } from "../../domain/webhook-endpoint.ts";
import { EVENT_TYPES } from "../events.ts";
import {
  appId,
  appIdText,
  atLeastOne,
  distinct,
  id,
  list,
  optional,
  optionalBody,
  page,
  text,
  timestamp,
  withDefault,
} from "./common.ts";
import { event } from "./event.ts";

/** Endpoints of an app at most, deleted ones not counted. */
export const MAX_ENDPOINTS_PER_APP = 20;
/** Endpoints of an account at most, deleted ones not counted: each fan-out reads all of them. */
export const MAX_ENDPOINTS_PER_ACCOUNT = 200;
/** New endpoints of an account a day at most, deleted ones included: each one's deliveries are kept for 90 days. */
export const ENDPOINTS_PER_DAY = 100;

const subscribed = distinct(
  z
    .array(z.enum(["*", ...EVENT_TYPES]))
    .min(1)
    .max(EVENT_TYPES.length + 1),
);

/** Checked here without the network; saving it checks the rest. */
const webhookUrl = text(2048);

const description = text(500);

export const webhookParams = z.strictObject({ id: id("whk") });

export const createWebhookBody = z.strictObject({
  app_id: appId,
  url: webhookUrl,
  events: subscribed,
  livemode: withDefault(z.boolean(), true),
  description: optional(description),
});
export type CreateWebhookBody = z.output<typeof createWebhookBody>;

export const updateWebhookBody = atLeastOne(
  z.strictObject({
    url: webhookUrl.optional(),
    events: subscribed.optional(),
    description: description.nullable().optional(),
    status: z.enum(["enabled", "disabled"]).optional(),
  }),
);
export type UpdateWebhookBody = z.output<typeof updateWebhookBody>;

export const listWebhooksQuery = z.strictObject({
  ...page,
  app_id: appIdText.optional(),
});

export const webhookEndpoint = z.object({
  id: id("whk"),
  object: z.literal("webhook_endpoint"),
  app_id: appId,
  livemode: z.boolean(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  status: z.enum(["enabled", "disabled"]),
  /** `by_owner`, `gone` (its server responded with 410 or asked to stop), `failing` (five days without a success). */
  disabled_reason: z.enum(DISABLED_REASONS).nullable(),
  disabled_at: timestamp.nullable(),
  health: z.object({
    /** `slow`: served from a lane of its own until it succeeds again. */
    state: z.enum(["healthy", "failing", "slow"]),
    /** Not counted beyond about 20. */
    failures_in_a_row: z.int().min(0),
    failing_since: timestamp.nullable(),
    /** Exact to an hour. */
    last_success_at: timestamp.nullable(),
  }),
  /** Until then the secret before the last rotation signs too. */
  previous_secret_expires_at: timestamp.nullable(),
  /** When the secret was last rotated; null if never. */
  secret_rotated_at: timestamp.nullable(),
  created_at: timestamp,
});
export type WebhookEndpointAnswer = z.output<typeof webhookEndpoint>;

/** `whsec_…`, Standard Webhooks; null in the replay of an earlier answer: it is not kept there. */
const secret = z.string().nullable();

export const webhookEndpointWithSecret = webhookEndpoint.extend({ secret });
export const webhookEndpointList = list(webhookEndpoint);

export const webhookSecret = z.object({
  id: id("whk"),
  object: z.literal("webhook_secret"),
  secret,
  previous_secret_expires_at: timestamp.nullable(),
  secret_rotated_at: timestamp.nullable(),
});

export type WebhookSecretAnswer = z.output<typeof webhookSecret>;

export const rotateWebhookSecretBody = optionalBody(
  z.strictObject({
    /** Seconds that the old secret keeps signing beside the new one: 0 to 7 days. */
    overlap_seconds: withDefault(z.int().min(0).max(604_800), 86_400),
  }),
);

export const recoverWebhookBody = z.strictObject({
  /** Events that happened from then on; at most 14 days back. */
  since: z.iso.datetime({ offset: true }),
});

export const recoveryParams = webhookParams.extend({ recovery_id: id("rcv") });

export const recovery = z.object({
  id: id("rcv"),
  object: z.literal("webhook_recovery"),
  endpoint_id: id("whk"),
  /** `stopped`: the endpoint was disabled or deleted on the way. */
  status: z.enum(["running", "completed", "stopped"]),
  since: timestamp,
  /** Deliveries sent off so far. */
  recovered: z.int().min(0),
  created_at: timestamp,
  completed_at: timestamp.nullable(),
});
export type RecoveryAnswer = z.output<typeof recovery>;

export const eventTypeList = list(
  z.object({
    object: z.literal("event_type"),
    type: z.enum(EVENT_TYPES),
    description: z.string(),
    example: event,
  }),
);
