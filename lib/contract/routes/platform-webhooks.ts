import { route } from "../route.ts";
import { noBody } from "../schemas/common.ts";
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

/** Webhook endpoints and their secrets. */
const WEBHOOKS = "/api/platform/webhooks/";

export const createWebhook = route({
  surface: "platform",
  operation: "create-webhook",
  method: "POST",
  path: WEBHOOKS,
  auth: "jwt",
  permission: "developers",
  recentSignIn: true,
  needsActiveAccount: true,
  request: { body: createWebhookBody },
  responses: { 201: webhookEndpointWithSecret },
  errors: ["not_found", "conflict", "rate_limited"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      account: ["GetItem", "UpdateItem"],
      app: ["Query", "UpdateItem"],
      endpoint: ["Query", "PutItem"],
      rate: ["UpdateItem"],
      audit: ["PutItem"],
    },
    secrets: ["webhook-encryption-key"],
  },
  idempotent: true,
  summary: "Register a webhook endpoint for an app",
  description:
    "The response contains the signing `secret` (Standard Webhooks), which `secret/` can also reveal later. The endpoint receives events of its own mode only. At most 20 endpoints per app and 200 per account (409 beyond), and 100 new ones per account and day (429 beyond).",
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
  permission: "developers",
  request: { query: listWebhooksQuery },
  responses: { 200: webhookEndpointList },
  errors: ["not_found"],
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
  permission: "developers",
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
  permission: "developers",
  request: { params: webhookParams, body: updateWebhookBody },
  responses: { 200: webhookEndpoint },
  errors: ["not_found", "conflict", "second_factor_required"],
  access: {
    table: {
      endpoint: ["GetItem", "UpdateItem"],
      app: ["ConditionCheckItem", "Query", "UpdateItem"],
      audit: ["PutItem"],
      issue: ["DeleteItem"],
    },
    queues: ["recovery"],
  },
  summary: "Change a webhook endpoint, disable it, or enable it again",
  description:
    "While it is disabled, deliveries are recorded as `skipped`; `recover/` sends them afterwards. Another `url` needs a recent sign-in or second factor.",
  example: { status: "enabled" },
});

export const deleteWebhook = route({
  surface: "platform",
  operation: "delete-webhook",
  method: "DELETE",
  path: `${WEBHOOKS}{id}/`,
  auth: "jwt",
  permission: "developers",
  request: { params: webhookParams },
  responses: { 204: null },
  errors: ["not_found", "conflict"],
  access: {
    table: { endpoint: ["GetItem", "DeleteItem"], audit: ["PutItem"], issue: ["DeleteItem"] },
    queues: ["recovery"],
  },
  summary: "Delete a webhook endpoint and cancel its waiting deliveries",
});

export const revealWebhookSecret = route({
  surface: "platform",
  operation: "reveal-webhook-secret",
  method: "GET",
  path: `${WEBHOOKS}{id}/secret/`,
  auth: "jwt",
  permission: "developers",
  recentSignIn: true,
  request: { params: webhookParams },
  responses: { 200: webhookSecret },
  errors: ["not_found"],
  access: {
    table: { endpoint: ["GetItem"], audit: ["PutItem"] },
    secrets: ["webhook-encryption-key"],
  },
  summary: "Reveal the signing secret; the audit log records it",
});

export const rotateWebhookSecret = route({
  surface: "platform",
  operation: "rotate-webhook-secret",
  method: "POST",
  path: `${WEBHOOKS}{id}/rotate-secret/`,
  auth: "jwt",
  permission: "developers",
  recentSignIn: true,
  request: { params: webhookParams, body: rotateWebhookSecretBody },
  responses: { 200: webhookSecret },
  errors: ["not_found", "conflict"],
  access: {
    table: { ...IDEMPOTENCY_ACCESS, endpoint: ["GetItem", "UpdateItem"], audit: ["PutItem"] },
    secrets: ["webhook-encryption-key"],
  },
  idempotent: true,
  summary: "Rotate the signing secret; the old one also signs for a while",
  description:
    "409 while the previous secret still signs (`previous_secret_expires_at`), so that a rotation never shortens the overlap of the one before. After a leak, use `overlap_seconds` 0: it always works, and only the new secret signs from then on.",
  example: { overlap_seconds: 86400 },
});

export const testWebhook = route({
  surface: "platform",
  operation: "test-webhook",
  method: "POST",
  path: `${WEBHOOKS}{id}/test/`,
  auth: "jwt",
  permission: "developers",
  request: { params: webhookParams, body: noBody },
  responses: { 202: delivery },
  errors: ["not_found", "endpoint_disabled", "conflict"],
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
  description: "The attempt is manual and not retried.",
});

/** Deliveries to webhook endpoints, their logs, and resending them. */

export const recoverWebhook = route({
  surface: "platform",
  operation: "recover-webhook",
  method: "POST",
  path: `${WEBHOOKS}{id}/recover/`,
  auth: "jwt",
  permission: "developers",
  request: { params: webhookParams, body: recoverWebhookBody },
  responses: { 202: recovery },
  errors: ["not_found", "endpoint_disabled", "conflict"],
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
  summary: "Resend all failed or skipped deliveries since a time, in the background",
  example: { since: "2026-11-20T00:00:00Z" },
});

export const readRecovery = route({
  surface: "platform",
  operation: "read-recovery",
  method: "GET",
  path: `${WEBHOOKS}{id}/recoveries/{recovery_id}/`,
  auth: "jwt",
  permission: "developers",
  request: { params: recoveryParams },
  responses: { 200: recovery },
  errors: ["not_found"],
  access: { table: { endpoint: ["GetItem"], recovery: ["GetItem"] } },
  summary: "Read the progress of a recovery",
});

export const listDeliveries = route({
  surface: "platform",
  operation: "list-deliveries",
  method: "GET",
  path: `${WEBHOOKS}{id}/deliveries/`,
  auth: "jwt",
  permission: "developers",
  request: { params: webhookParams, query: listDeliveriesQuery },
  responses: { 200: deliveryList },
  errors: ["not_found"],
  access: {
    table: {
      endpoint: ["GetItem"],
      delivery: ["BatchGetItem", "Query"],
      event: ["BatchGetItem"],
    },
  },
  summary: "List the deliveries to an endpoint of the last 90 days, newest first",
  example: { status: "failed", event_type: "checkout.verified", limit: "20" },
});

export const readDelivery = route({
  surface: "platform",
  operation: "read-delivery",
  method: "GET",
  path: `${WEBHOOKS}{id}/deliveries/{delivery_id}/`,
  auth: "jwt",
  permission: "developers",
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
  permission: "developers",
  request: { params: deliveryParams, body: noBody },
  responses: { 202: delivery },
  errors: ["not_found", "delivery_in_progress", "endpoint_disabled", "conflict"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      endpoint: ["GetItem"],
      delivery: ["GetItem", "UpdateItem"],
      audit: ["PutItem"],
    },
    queues: ["delivery", "delivery-slow"],
  },
  idempotent: true,
  summary: "Retry a delivery now",
  description:
    "Works in any status, unless the delivery is being sent right now. The attempt does not count as an automatic one: a success ends the schedule, a failure leaves it unchanged.",
});

export const listWebhookLogs = route({
  surface: "platform",
  operation: "list-webhook-logs",
  method: "GET",
  path: "/api/platform/webhook-logs/",
  auth: "jwt",
  permission: "developers",
  request: { query: webhookLogsQuery },
  responses: { 200: deliveryList },
  errors: ["not_found"],
  access: {
    table: {
      app: ["Query"],
      endpoint: ["Query"],
      delivery: ["BatchGetItem", "Query"],
      event: ["BatchGetItem"],
      checkout: ["Query", "BatchGetItem"],
      checkout_list: ["Query"],
    },
  },
  summary: "List or search the deliveries of an app across all its endpoints, newest first",
  description: "`app_id` is optional if only one app has endpoints.",
  example: { app_id: "1001", status: "failed" },
});

export const listEventTypes = route({
  surface: "platform",
  operation: "list-event-types",
  method: "GET",
  path: "/api/platform/event-types/",
  auth: "jwt",
  permission: "developers",
  request: {},
  responses: { 200: eventTypeList },
  errors: [],
  access: {},
  summary: "List the event types, with an example of each",
});
