import { route } from "../route.ts";
import { publicCheckout } from "../schemas/checkout.ts";
import { checkoutToken } from "../schemas/common.ts";
import { publicVerification, verifyBody } from "../schemas/verification.ts";
import { BANK_REQUEST_MEGABYTES } from "../worker.ts";
import { ADDRESS_SECRETS, SUBMIT_ACCESS } from "./access-sets.ts";

/** What a customer's browser does: no credential, rate-limited. */

export const readPublicCheckout = route({
  surface: "public",
  operation: "read-checkout",
  method: "GET",
  path: "/api/public/gateway/checkouts/{token}/",
  auth: "none",
  request: { params: checkoutToken },
  responses: { 200: publicCheckout },
  errors: ["not_found"],
  access: { table: { checkout: ["Query"] } },
  summary: "Read the public part of a checkout",
});

export const verifyPublicCheckout = route({
  surface: "public",
  operation: "verify-checkout",
  method: "POST",
  path: "/api/public/gateway/checkouts/{token}/verify/",
  auth: "none",
  request: { params: checkoutToken, body: verifyBody },
  responses: { 200: publicVerification, 202: publicVerification },
  headers: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  errors: ["not_found", "checkout_not_open", "checkout_blocked", "rate_limited", "conflict"],
  access: {
    ...SUBMIT_ACCESS,
    table: { ...SUBMIT_ACCESS.table, rate: ["UpdateItem"] },
    secrets: [...SUBMIT_ACCESS.secrets, ...ADDRESS_SECRETS],
  },
  timeoutSeconds: 25,
  memoryMegabytes: BANK_REQUEST_MEGABYTES,
  summary: "Verify a payment by its reference, receipt link or SMS",
  description:
    "At most 6 calls a minute and 20 failed attempts per checkout. After 3 failed attempts of a checkout, its calls also count per address, at most 60 a minute.",
  example: { input: "DKK3A7B9XZ" },
});
