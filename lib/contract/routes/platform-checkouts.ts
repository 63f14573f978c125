import type { Access } from "../access.ts";
import { route } from "../route.ts";
import { checkout, checkoutParams } from "../schemas/checkout.ts";
import { noBody } from "../schemas/common.ts";
import {
  checkoutHistory,
  checkoutListOrCsv,
  createPaymentLinkBody,
  decisionBody,
  listDashboardCheckoutsQuery,
  releaseBody,
} from "../schemas/dashboard-checkout.ts";
import { CREATE_ACCESS, IDEMPOTENCY_ACCESS } from "./access-sets.ts";
import { createCheckout as createByKey } from "./v1.ts";

/** Checkouts in the dashboard. */

const CHECKOUTS = "/api/platform/checkouts/";
const CHECKOUT = `${CHECKOUTS}{id}/` as const;

export const createPaymentLink = route({
  surface: "platform",
  operation: "create-checkout",
  method: "POST",
  path: CHECKOUTS,
  auth: "jwt",
  permission: "checkouts.write",
  request: { body: createPaymentLinkBody },
  responses: { 201: checkout },
  errors: createByKey.errors,
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      ...CREATE_ACCESS.table,
      account: ["GetItem", "ConditionCheckItem"],
      app: ["Query", "ConditionCheckItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Create a checkout from the dashboard",
  example: { app_id: 1001, amount: 150000, description: "Invoice 17" },
});

export const listCheckouts = route({
  surface: "platform",
  operation: "list-checkouts",
  method: "GET",
  path: CHECKOUTS,
  auth: "jwt",
  permission: "checkouts.read",
  request: { query: listDashboardCheckoutsQuery },
  responses: { 200: checkoutListOrCsv },
  csv: true,
  headers: ["Content-Disposition", "Link"],
  errors: ["not_found"],
  access: {
    table: {
      checkout: ["Query", "BatchGetItem"],
      checkout_list: ["Query"],
      claim: ["GetItem"],
      app: ["Query"],
      audit: ["PutItem"],
    },
  },
  timeoutSeconds: 25,
  summary: "List, search or export checkouts, newest first",
  description:
    'With `format=csv`, returns a CSV file of up to 10,000 checkouts (5 MB) that match the same filters, from `cursor` on if given; `limit` has no effect. If checkouts are left out, the file is named `checkouts-part.csv` and the header `Link: <…>; rel="next"` has the URL of the next part: a file without this header is the last one.',
  example: { search: "order-1042" },
});

export const readCheckout = route({
  surface: "platform",
  operation: "read-checkout",
  method: "GET",
  path: CHECKOUT,
  auth: "jwt",
  permission: "checkouts.read",
  request: { params: checkoutParams },
  responses: { 200: checkoutHistory },
  errors: ["not_found"],
  access: {
    table: {
      checkout: ["Query"],
      attempt: ["Query"],
      event: ["BatchGetItem"],
      endpoint: ["Query"],
      delivery: ["GetItem"],
      notice: ["Query"],
      notice_source: ["Query"],
    },
  },
  summary: "Read a checkout with its attempts, events and deliveries",
});

export const cancelCheckout = route({
  surface: "platform",
  operation: "cancel-checkout",
  method: "POST",
  path: `${CHECKOUT}cancel/`,
  auth: "jwt",
  permission: "checkouts.decide",
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
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Cancel an open checkout",
  description: "Releases its payments: the customer can use them for another checkout.",
});

/** Access for decisions of a person. */
const DECISION_ACCESS = {
  table: {
    account: ["GetItem"],
    ...IDEMPOTENCY_ACCESS,
    checkout: ["Query", "UpdateItem"],
    attempt: ["UpdateItem"],
    event: ["PutItem"],
    outbox: ["PutItem"],
    issue: ["DeleteItem"],
    audit: ["PutItem"],
  },
} as const satisfies Access;

export const approveCheckout = route({
  surface: "platform",
  operation: "approve-checkout",
  method: "POST",
  path: `${CHECKOUT}approve/`,
  auth: "jwt",
  permission: "checkouts.decide",
  request: { params: checkoutParams, body: decisionBody },
  responses: { 200: checkout },
  errors: ["not_found", "checkout_not_open", "conflict", "insufficient_credits"],
  access: {
    table: {
      ...DECISION_ACCESS.table,
      checkout: ["Query", "UpdateItem", "PutItem"],
      credits: ["GetItem", "Query", "PutItem", "UpdateItem"],
    },
  },
  idempotent: true,
  summary: "Approve a checkout",
  description:
    "For a checkout that is in review or partly paid. Counts all its payments and spends one credit. Returns `conflict` if the checkout's `sequence` has changed: read it again, then decide.",
  example: { reason: "Seen on the bank statement", sequence: 2 },
});

export const rejectCheckout = route({
  surface: "platform",
  operation: "reject-checkout",
  method: "POST",
  path: `${CHECKOUT}reject/`,
  auth: "jwt",
  permission: "checkouts.decide",
  request: { params: checkoutParams, body: decisionBody },
  responses: { 200: checkout },
  errors: ["not_found", "checkout_not_open", "conflict"],
  access: DECISION_ACCESS,
  idempotent: true,
  summary: "Reject a checkout",
  description:
    "For a checkout that is in review or partly paid. Spends no credit. Its payments stay with it: settle them with the customer. Returns `conflict` if the checkout's `sequence` has changed: read it again, then decide. Also returns `conflict` if the whole amount has arrived and waits for credits.",
  example: { reason: "Not on the bank statement", sequence: 2 },
});

export const releasePayment = route({
  surface: "platform",
  operation: "release-payment",
  method: "POST",
  path: `${CHECKOUT}release/`,
  auth: "jwt",
  permission: "checkouts.decide",
  request: { params: checkoutParams, body: releaseBody },
  responses: { 200: checkout },
  errors: ["not_found", "checkout_not_open", "conflict"],
  access: { table: { ...DECISION_ACCESS.table, claim: ["DeleteItem"], open_amount: ["PutItem"] } },
  idempotent: true,
  summary: "Release a payment of a checkout",
  description:
    "For a payment that was entered for the wrong checkout: any payment of an undecided checkout, or a `doubtful` one of a verified checkout. The payment can then count toward another checkout, or this one again if it is undecided. Sends `checkout.payment_released`. Returns `conflict` if the checkout does not have this payment, or if its `sequence` has changed.",
  example: {
    provider: "telebirr",
    reference: "DKK3A7B9XZ",
    reason: "For order 1043",
    sequence: 2,
  },
});
