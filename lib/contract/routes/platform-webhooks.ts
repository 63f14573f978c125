import * as z from "zod";
import { route } from "../route.ts";
import {
  delivery,
  deliveryList,
  deliveryParams,
  deliveryWithAttempts,
  listDeliveriesQuery,
  webhookLogsQuery,
} from "../schemas/delivery.ts";
import {
  createWebhookBody,
  eventTypeList,
  listWebhooksQuery,
  recoverWebhookBody,
  recovery,
  recoveryParams,
  rotateWebhookSecretBody,
  updateWebhookBody,
  webhookEndpoint,
  webhookEndpointList,
  webhookEndpointWithSecret,
  webhookParams,
  webhookSecret,
} from "../schemas/webhook.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** Webhook endpoints, what was sent to them, and what can be done by hand. */

const WEBHOOKS = "/api/platform/webhooks/";
const nothing = z.strictObject({}).optional();

export const createWebhook = route({
  surface: "platform",
  operation: "create-webhook",
  method: "POST",
  path: WEBHOOKS,
  auth: "jwt",
  request: { body: createWebhookBody },
  responses: { 201: webhookEndpointWithSecret },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      account: ["ConditionCheckItem"],
      app: ["Query", "ConditionCheckItem"],
      endpoint: ["Query", "PutItem"],
      audit: ["PutItem"],
    },
    secrets: ["webhook-encryption-key"],
  },
  idempotent: true,
  summary: "Register a webhook endpoint for an app",
  description:
    "Its signing `secret` (Standard Webhooks) is in the answer, and later at `secret/`. It gets events of its own mode only. At most 20 per app (409 beyond).",
  example: {
    app_id: 1001,
    url: "https://shop.example/webhooks",
    events: ["checkout.verified"],
  },
});

export const listWebhooks = route({
  surface: "platform",
  operation: "list-webhooks",
  method: "GET",
  path: WEBHOOKS,
  auth: "jwt",
  request: { query: listWebhooksQuery },
  responses: { 200: webhookEndpointList },
  errors: [],
  access: { table: { endpoint: ["Query"] } },
  summary: "List webhook endpoints, newest first",
  example: { app_id: "1001" },
});

export const readWebhook = route({
  surface: "platform",
  operation: "read-webhook",
  method: "GET",
  path: `${WEBHOOKS}{id}/`,
  auth: "jwt",
  request: { params: webhookParams },
  responses: { 200: webhookEndpoint },
  errors: ["not_found"],
  access: { table: { endpoint: ["GetItem"] } },
  summary: "Read a webhook endpoint",
});

export const updateWebhook = route({
  surface: "platform",
  operation: "update-webhook",
  method: "PATCH",
  path: `${WEBHOOKS}{id}/`,
  auth: "jwt",
  request: { params: webhookParams, body: updateWebhookBody },
  responses: { 200: webhookEndpoint },
  errors: ["not_found"],
  access: {
    table: { endpoint: ["GetItem", "UpdateItem"], audit: ["PutItem"], issue: ["DeleteItem"] },
    queues: ["recovery"],
  },
  summary: "Change a webhook endpoint, disable it, or enable it again",
  description:
    "While it is disabled, deliveries are recorded as `skipped`; `recover/` sends them afterwards.",
  example: { status: "enabled" },
});

export const deleteWebhook = route({
  surface: "platform",
  operation: "delete-webhook",
  method: "DELETE",
  path: `${WEBHOOKS}{id}/`,
  auth: "jwt",
  request: { params: webhookParams },
  responses: { 204: null },
  errors: ["not_found"],
  access: {
    table: { endpoint: ["GetItem", "UpdateItem"], audit: ["PutItem"], issue: ["DeleteItem"] },
    queues: ["recovery"],
  },
  summary: "Delete a webhook endpoint; what still waits for it is canceled",
});

export const revealWebhookSecret = route({
  surface: "platform",
  operation: "reveal-webhook-secret",
  method: "GET",
  path: `${WEBHOOKS}{id}/secret/`,
  auth: "jwt",
  request: { params: webhookParams },
  responses: { 200: webhookSecret },
  errors: ["not_found"],
  access: {
    table: { endpoint: ["GetItem"], audit: ["PutItem"] },
    secrets: ["webhook-encryption-key"],
  },
  summary: "Reveal the signing secret; the audit keeps who did",
});

export const rotateWebhookSecret = route({
  surface: "platform",
  operation: "rotate-webhook-secret",
  method: "POST",
  path: `${WEBHOOKS}{id}/rotate-secret/`,
  auth: "jwt",
  request: { params: webhookParams, body: rotateWebhookSecretBody },
  responses: { 200: webhookSecret },
  errors: ["not_found", "conflict"],
  access: {
    table: { ...IDEMPOTENCY_ACCESS, endpoint: ["GetItem", "UpdateItem"], audit: ["PutItem"] },
    secrets: ["webhook-encryption-key"],
  },
  idempotent: true,
  summary: "Make a new signing secret; the old one signs too for a while",
  description:
    "409 while the secret before still signs too (`previous_secret_expires_at`), so that no rotation ends another's overlap early. With `overlap_seconds` 0 it is always possible, as after a leak: from then on only the new secret signs.",
  example: { overlap_seconds: 86400 },
});

export const testWebhook = route({
  surface: "platform",
  operation: "test-webhook",
  method: "POST",
  path: `${WEBHOOKS}{id}/test/`,
  auth: "jwt",
  request: { params: webhookParams, body: nothing },
  responses: { 202: delivery },
  errors: ["not_found", "endpoint_disabled"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      endpoint: ["GetItem"],
      event: ["PutItem"],
      delivery: ["PutItem"],
    },
    queues: ["delivery", "delivery-slow"],
  },
  idempotent: true,
  summary: "Send a `ping` to the endpoint, whatever it is subscribed to",
});

export const recoverWebhook = route({
  surface: "platform",
  operation: "recover-webhook",
  method: "POST",
  path: `${WEBHOOKS}{id}/recover/`,
  auth: "jwt",
  request: { params: webhookParams, body: recoverWebhookBody },
  responses: { 202: recovery },
  errors: ["not_found", "endpoint_disabled"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      endpoint: ["GetItem"],
      recovery: ["PutItem"],
      audit: ["PutItem"],
    },
    queues: ["recovery"],
  },
  idempotent: true,
  summary: "Send again all that failed or was skipped since a time, in the background",
  example: { since: "2026-11-20T00:00:00Z" },
});

export const readRecovery = route({
  surface: "platform",
  operation: "read-recovery",
  method: "GET",
  path: `${WEBHOOKS}{id}/recoveries/{recovery_id}/`,
  auth: "jwt",
  request: { params: recoveryParams },
  responses: { 200: recovery },
  errors: ["not_found"],
  access: { table: { endpoint: ["GetItem"], recovery: ["GetItem"] } },
  summary: "Read how far a recovery is",
});

export const listDeliveries = route({
  surface: "platform",
  operation: "list-deliveries",
  method: "GET",
  path: `${WEBHOOKS}{id}/deliveries/`,
  auth: "jwt",
  request: { params: webhookParams, query: listDeliveriesQuery },
  responses: { 200: deliveryList },
  errors: ["not_found"],
  access: { table: { endpoint: ["GetItem"], delivery: ["Query"] } },
  summary: "List the deliveries to an endpoint, newest first, 90 days back",
  example: { status: "failed", event_type: "checkout.verified", limit: "20" },
});

export const readDelivery = route({
  surface: "platform",
  operation: "read-delivery",
  method: "GET",
  path: `${WEBHOOKS}{id}/deliveries/{delivery_id}/`,
  auth: "jwt",
  request: { params: deliveryParams },
  responses: { 200: deliveryWithAttempts },
  errors: ["not_found"],
  access: {
    table: { endpoint: ["GetItem"], delivery: ["GetItem", "Query"], event: ["GetItem"] },
  },
  summary: "Read a delivery with its payload and its attempts of the last 30 days",
});

export const retryDelivery = route({
  surface: "platform",
  operation: "retry-delivery",
  method: "POST",
  path: `${WEBHOOKS}{id}/deliveries/{delivery_id}/retry/`,
  auth: "jwt",
  request: { params: deliveryParams, body: nothing },
  responses: { 202: delivery },
  errors: ["not_found", "delivery_in_progress", "endpoint_disabled"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      endpoint: ["GetItem"],
      delivery: ["GetItem", "PutItem"],
      audit: ["PutItem"],
    },
    queues: ["delivery", "delivery-slow"],
  },
  idempotent: true,
  summary: "Make one more attempt of a delivery now",
  description:
    "Whatever its status, unless it is being sent right now. The attempt is not counted among the automatic ones: a success ends the plan, a failure leaves it as it was.",
});

export const listWebhookLogs = route({
  surface: "platform",
  operation: "list-webhook-logs",
  method: "GET",
  path: "/api/platform/webhook-logs/",
  auth: "jwt",
  request: { query: webhookLogsQuery },
  responses: { 200: deliveryList },
  errors: ["not_found"],
  access: { table: { app: ["Query"], endpoint: ["Query"], delivery: ["Query"] } },
  summary: "List the deliveries of an app over all its endpoints, newest first",
  description: "`app_id` may be left out where only one app has endpoints.",
  example: { app_id: "1001", status: "failed" },
});

export const listEventTypes = route({
  surface: "platform",
  operation: "list-event-types",
  method: "GET",
  path: "/api/platform/event-types/",
  auth: "jwt",
  request: {},
  responses: { 200: eventTypeList },
  errors: [],
  access: {},
  summary: "The kinds of events, with an example of each",
});
