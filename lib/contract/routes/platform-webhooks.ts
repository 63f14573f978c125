import { route } from "../route.ts";
import { noBody } from "../schemas/common.ts";
import { delivery } from "../schemas/delivery.ts";
import {
  createWebhookBody,
  listWebhooksQuery,
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
  request: { body: createWebhookBody },
  responses: { 201: webhookEndpointWithSecret },
  errors: ["not_found", "conflict", "rate_limited"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      account: ["ConditionCheckItem"],
      app: ["ConditionCheckItem", "Query", "UpdateItem"],
      endpoint: ["Query", "PutItem"],
      rate: ["UpdateItem"],
      audit: ["PutItem"],
    },
    secrets: ["webhook-encryption-key"],
  },
  idempotent: true,
  summary: "Register a webhook endpoint for an app",
  description:
    "The response holds the signing `secret` (Standard Webhooks), which `secret/` reveals later, too. The endpoint receives events of its own mode only. At most 20 endpoints per app and 200 per account (409 beyond), and 100 new ones per account and day (429 beyond).",
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
  errors: ["not_found", "conflict"],
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
    "While it is disabled, deliveries are recorded as `skipped`; `recover/` sends them afterwards.",
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
  request: { params: webhookParams, body: rotateWebhookSecretBody },
  responses: { 200: webhookSecret },
  errors: ["not_found", "conflict"],
  access: {
    table: { ...IDEMPOTENCY_ACCESS, endpoint: ["GetItem", "UpdateItem"], audit: ["PutItem"] },
    secrets: ["webhook-encryption-key"],
  },
  idempotent: true,
  summary: "Rotate the signing secret; the old secret signs as well for a while",
  description:
    "409 while the previous secret still signs (`previous_secret_expires_at`), so that no rotation cuts another's overlap short. After a leak, use `overlap_seconds` 0: it is always possible, and only the new secret signs from then on.",
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
