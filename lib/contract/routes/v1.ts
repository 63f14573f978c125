import * as z from "zod";
import { route } from "../route.ts";
import {
  checkout,
  checkoutList,
  checkoutParams,
  createCheckoutBody,
  listCheckoutsQuery,
} from "../schemas/checkout.ts";
import { page } from "../schemas/common.ts";
import { credits } from "../schemas/credits.ts";
import { eventList, listEventsQuery } from "../schemas/event.ts";
import { attemptList, serverVerification, verifyBody } from "../schemas/verification.ts";
import { IDEMPOTENCY_ACCESS, VERIFY_ACCESS } from "./access-sets.ts";

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
  access: { table: { credits: ["GetItem"] } },
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
  errors: ["insufficient_credits", "not_found"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      account: ["GetItem"],
      app: ["Query"],
      credits: ["GetItem"],
      checkout: ["PutItem"],
      event: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Create a checkout",
  description:
    "Asks one customer for one amount. Send the customer to `pay_url`; trust the `checkout.verified` webhook, not the return address.",
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
  access: { table: { checkout: ["Query"] } },
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
  access: { table: { checkout: ["GetItem"] } },
  summary: "Read a checkout",
});

export const cancelCheckout = route({
  surface: "v1",
  operation: "cancel-checkout",
  method: "POST",
  path: "/api/v1/checkouts/{id}/cancel/",
  auth: "api-key",
  scope: "checkouts:write",
  request: { params: checkoutParams, body: z.strictObject({}).optional() },
  responses: { 200: checkout },
  errors: ["not_found", "checkout_not_open"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      checkout: ["GetItem", "UpdateItem"],
      attempt: ["UpdateItem"],
      event: ["PutItem"],
      issue: ["DeleteItem"],
    },
  },
  idempotent: true,
  summary: "Cancel an open checkout",
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
  errors: ["not_found", "checkout_not_open", "rate_limited"],
  access: {
    ...VERIFY_ACCESS,
    table: {
      ...VERIFY_ACCESS.table,
      idempotency: ["PutItem", "GetItem", "UpdateItem", "DeleteItem"],
    },
  },
  idempotent: true,
  timeoutSeconds: 25,
  summary: "Verify a payment by its reference, receipt link or SMS",
  description:
    "Answers 200 when the attempt is settled and 202 while it is still being tried; read the checkout or wait for the webhook.",
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
  access: { table: { checkout: ["GetItem"], attempt: ["Query"] } },
  summary: "List the attempts to verify a checkout",
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
  access: { table: { event: ["Query", "BatchGetItem"] } },
  summary: "List events of the last 30 days",
  example: { type: "checkout.verified" },
});
