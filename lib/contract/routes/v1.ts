import * as z from "zod";
import { route } from "../route.ts";
import {
  checkout,
  checkoutList,
  checkoutParams,
  createCheckoutBody,
  listCheckoutsQuery,
  updateCheckoutBody,
} from "../schemas/checkout.ts";
import { noBody, page } from "../schemas/common.ts";
import { credits } from "../schemas/credits.ts";
import { event, eventList, eventParams, listEventsQuery } from "../schemas/event.ts";
import { attemptList, serverVerification, verifyBody } from "../schemas/verification.ts";
import { BANK_REQUEST_MEGABYTES } from "../worker.ts";
import { CREATE_ACCESS, IDEMPOTENCY_ACCESS, SUBMIT_ACCESS } from "./access-sets.ts";

/** The server API: everything a merchant's own server does, with an API key. */

export const getCredits = route({
  surface: "v1",
  operation: "get-credits",
  method: "GET",
  path: "/api/v1/credits/",
  auth: "api-key",
  scope: "credits:read",
  request: {},
  responses: { 200: credits },
  errors: [],
  access: { table: { credits: ["GetItem", "Query"] } },
  summary: "Read the account's credits",
});

export const createCheckout = route({
  surface: "v1",
  operation: "create-checkout",
  method: "POST",
  path: "/api/v1/checkouts/",
  auth: "api-key",
  scope: "checkouts:write",
  request: { body: createCheckoutBody },
  responses: { 201: checkout },
  errors: ["insufficient_credits", "not_found", "conflict", "account_suspended"],
  access: { table: { ...IDEMPOTENCY_ACCESS, ...CREATE_ACCESS.table } },
  idempotent: true,
  summary: "Create a checkout",
  description:
    "A checkout asks one customer for one amount. Send the customer to `pay_url`. Trust the `checkout.verified` webhook, not the visit to `return_url`.",
  example: { amount: 150000, currency: "ETB", client_reference: "order-1042" },
});

export const listCheckouts = route({
  surface: "v1",
  operation: "list-checkouts",
  method: "GET",
  path: "/api/v1/checkouts/",
  auth: "api-key",
  scope: "checkouts:read",
  request: { query: listCheckoutsQuery },
  responses: { 200: checkoutList },
  errors: ["not_found"],
  access: { table: { app: ["Query"], checkout: ["BatchGetItem"], checkout_list: ["Query"] } },
  summary: "List checkouts, newest first",
  example: { status: "verified", limit: "20" },
});

export const readCheckout = route({
  surface: "v1",
  operation: "read-checkout",
  method: "GET",
  path: "/api/v1/checkouts/{id}/",
  auth: "api-key",
  scope: "checkouts:read",
  request: { params: checkoutParams },
  responses: { 200: checkout },
  errors: ["not_found"],
  access: { table: { checkout: ["Query"] } },
  summary: "Read a checkout",
});

export const updateCheckout = route({
  surface: "v1",
  operation: "update-checkout",
  method: "PATCH",
  path: "/api/v1/checkouts/{id}/",
  auth: "api-key",
  scope: "checkouts:write",
  request: { params: checkoutParams, body: updateCheckoutBody },
  responses: { 200: checkout },
  errors: ["not_found", "checkout_not_open", "conflict"],
  access: { table: { checkout: ["Query", "UpdateItem"] } },
  summary: "Change an open checkout",
  description:
    "Changes `client_reference`, `description` or `metadata` while the checkout is open. `null` removes a text; `metadata` is replaced as a whole. Sends no webhook.",
  example: { client_reference: "order-1043", metadata: { basket: "17" } },
});

export const cancelCheckout = route({
  surface: "v1",
  operation: "cancel-checkout",
  method: "POST",
  path: "/api/v1/checkouts/{id}/cancel/",
  auth: "api-key",
  scope: "checkouts:write",
  request: { params: checkoutParams, body: noBody },
  responses: { 200: checkout },
  errors: ["not_found", "checkout_not_open", "conflict"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      checkout: ["Query", "UpdateItem"],
      attempt: ["UpdateItem"],
      claim: ["DeleteItem"],
      event: ["PutItem"],
      outbox: ["PutItem"],
      issue: ["DeleteItem"],
    },
  },
  idempotent: true,
  summary: "Cancel an open checkout",
  description:
    "Also works while the status is `verifying`: running attempts end as `superseded`. Payments that have arrived are released, so the customer can use them for another checkout. Returns 409 `checkout_not_open` in any other status, once the checkout has expired, and when the whole amount has arrived and waits for credits.",
});

export const verifyCheckout = route({
  surface: "v1",
  operation: "verify-checkout",
  method: "POST",
  path: "/api/v1/checkouts/{id}/verify/",
  auth: "api-key",
  scope: "checkouts:write",
  request: { params: checkoutParams, body: verifyBody },
  responses: { 200: serverVerification, 202: serverVerification },
  headers: ["Retry-After"],
  errors: ["not_found", "checkout_not_open", "checkout_blocked", "rate_limited", "conflict"],
  access: {
    ...SUBMIT_ACCESS,
    table: { ...SUBMIT_ACCESS.table, ...IDEMPOTENCY_ACCESS },
  },
  idempotent: true,
  timeoutSeconds: 25,
  memoryMegabytes: BANK_REQUEST_MEGABYTES,
  summary: "Verify a payment by its reference, receipt link or SMS",
  description:
    "Waits about 8 seconds for the bank, so give the request 30 seconds. Returns 202 while the attempt is pending: read the checkout or wait for the webhook. 200 means only that no further lookup is planned: see the `status` of the checkout.",
  example: { provider: "telebirr", input: "DKK3A7B9XZ" },
});

export const listAttempts = route({
  surface: "v1",
  operation: "list-attempts",
  method: "GET",
  path: "/api/v1/checkouts/{id}/attempts/",
  auth: "api-key",
  scope: "checkouts:read",
  request: { params: checkoutParams, query: z.strictObject(page) },
  responses: { 200: attemptList },
  errors: ["not_found"],
  access: { table: { checkout: ["Query"], attempt: ["Query"] } },
  summary: "List the attempts of a checkout",
});

export const listEvents = route({
  surface: "v1",
  operation: "list-events",
  method: "GET",
  path: "/api/v1/events/",
  auth: "api-key",
  scope: "events:read",
  request: { query: listEventsQuery },
  responses: { 200: eventList },
  errors: [],
  access: { table: { app: ["Query"], event: ["Query"] } },
  summary: "List events of the last 30 days",
  description:
    "With a key of an app: the app's events and those about the account's credits. With an account-wide key: the events of all apps.",
  example: { type: "checkout.verified" },
});

export const readEvent = route({
  surface: "v1",
  operation: "read-event",
  method: "GET",
  path: "/api/v1/events/{id}/",
  auth: "api-key",
  scope: "events:read",
  request: { params: eventParams },
  responses: { 200: event },
  errors: ["not_found"],
  access: { table: { app: ["Query"], event: ["BatchGetItem"] } },
  summary: "Read an event",
  description:
    "Returns the same body as the webhook. A key of an app reads the app's events and those about the account's credits. Events are kept for 90 days.",
});
