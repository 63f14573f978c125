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
} from "../schemas/dashboard-checkout.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";
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
      ...createByKey.access.table,
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
      event: ["PutItem"],
      outbox: ["PutItem"],
      issue: ["DeleteItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Cancel an open checkout",
});

/** Access for approving and rejecting: an approval runs the whole verification transaction. */
const DECISION_ACCESS = {
  table: {
    ...IDEMPOTENCY_ACCESS,
    checkout: ["Query", "UpdateItem", "PutItem"],
    attempt: ["GetItem", "Query", "PutItem", "UpdateItem"],
    claim: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    credits: ["GetItem", "Query", "PutItem", "UpdateItem"],
    event: ["PutItem"],
    outbox: ["PutItem"],
    issue: ["PutItem", "UpdateItem", "DeleteItem"],
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
  errors: [
    "not_found",
    "checkout_not_open",
    "conflict",
    "insufficient_credits",
    "reference_already_used",
  ],
  access: DECISION_ACCESS,
  idempotent: true,
  summary: "Approve a checkout",
  description:
    "For a checkout in review, or one that was underpaid. Spends a credit, and uses up every payment that came with the checkout. Returns `conflict` once if one of them, or a possible duplicate of it, has verified another checkout in the meantime. With the `decision_state` that came with the checkout, also if a payment or a warning has come since it was read: read it again, then decide.",
  example: { reason: "Seen on the bank statement" },
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
    "For a checkout in review, or one that was underpaid. Uses up neither a credit nor a reference. Returns `conflict` if a payment that fits waits for credits. With the `decision_state` that came with the checkout, also if a payment or a warning has come since it was read: read it again, then decide.",
  example: { reason: "Not on the bank statement" },
});
