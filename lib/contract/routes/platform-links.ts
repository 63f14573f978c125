import { route } from "../route.ts";
import { checkoutParams } from "../schemas/checkout.ts";
import { noBody } from "../schemas/common.ts";
import {
  createReusableLinkBody,
  listReusableLinksQuery,
  paymentLink,
  paymentLinkList,
  paymentLinkParams,
  shortLink,
  updateReusableLinkBody,
} from "../schemas/payment-link.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** Links that a merchant shares: reusable ones, and the short URL of one checkout. */

const LINKS = "/api/platform/payment-links/";
const LINK = `${LINKS}{id}/` as const;

export const createReusableLink = route({
  surface: "platform",
  operation: "create-payment-link",
  method: "POST",
  path: LINKS,
  auth: "jwt",
  permission: "checkouts.write",
  needsActiveAccount: true,
  request: { body: createReusableLinkBody },
  responses: { 201: paymentLink },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      account: ["ConditionCheckItem"],
      app: ["Query", "ConditionCheckItem"],
      payment_link: ["PutItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Create a reusable payment link",
  description:
    "Each customer who opens it gets their own checkout, with `metadata.payment_link` set to the link's id.",
  example: { app_id: 1001, amount: 25000, description: "Yoga class" },
});

export const listReusableLinks = route({
  surface: "platform",
  operation: "list-payment-links",
  method: "GET",
  path: LINKS,
  auth: "jwt",
  permission: "checkouts.read",
  request: { query: listReusableLinksQuery },
  responses: { 200: paymentLinkList },
  errors: ["not_found"],
  access: { table: { payment_link: ["Query"] } },
  summary: "List reusable payment links, newest first",
});

export const readReusableLink = route({
  surface: "platform",
  operation: "read-payment-link",
  method: "GET",
  path: LINK,
  auth: "jwt",
  permission: "checkouts.read",
  request: { params: paymentLinkParams },
  responses: { 200: paymentLink },
  errors: ["not_found"],
  access: { table: { payment_link: ["GetItem"] } },
  summary: "Read a reusable payment link",
});

export const updateReusableLink = route({
  surface: "platform",
  operation: "update-payment-link",
  method: "PATCH",
  path: LINK,
  auth: "jwt",
  permission: "checkouts.decide",
  request: { params: paymentLinkParams, body: updateReusableLinkBody },
  responses: { 200: paymentLink },
  errors: ["not_found"],
  access: { table: { payment_link: ["GetItem", "UpdateItem"], audit: ["PutItem"] } },
  summary: "Change a reusable payment link, or switch it on or off",
  example: { active: false },
});

export const deleteReusableLink = route({
  surface: "platform",
  operation: "delete-payment-link",
  method: "DELETE",
  path: LINK,
  auth: "jwt",
  permission: "checkouts.decide",
  request: { params: paymentLinkParams },
  responses: { 204: null },
  errors: ["not_found"],
  access: { table: { payment_link: ["GetItem", "DeleteItem"], audit: ["PutItem"] } },
  summary: "Delete a reusable payment link",
  description: "Checkouts that it created stay as they are.",
});

export const shareCheckout = route({
  surface: "platform",
  operation: "share-checkout",
  method: "POST",
  path: "/api/platform/checkouts/{id}/share/",
  auth: "jwt",
  permission: "checkouts.write",
  request: { params: checkoutParams, body: noBody },
  responses: { 200: shortLink },
  errors: ["not_found"],
  access: {
    table: { ...IDEMPOTENCY_ACCESS, checkout: ["Query"], payment_link: ["PutItem"] },
  },
  idempotent: true,
  summary: "Get the short URL of a checkout's pay page",
  description: "The same checkout always gets the same URL. It works for 400 days.",
});
