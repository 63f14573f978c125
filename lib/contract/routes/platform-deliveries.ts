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
  eventTypeList,
  recoverWebhookBody,
  recovery,
  recoveryParams,
  webhookParams,
} from "../schemas/webhook.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** Deliveries to webhook endpoints, their logs, and resending them. */
const WEBHOOKS = "/api/platform/webhooks/";

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
  summary: "List or search the deliveries of an app over all its endpoints, newest first",
  description: "`app_id` may be left out where only one app has endpoints.",
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
