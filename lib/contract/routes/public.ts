import * as z from "zod";
import { route } from "../route.ts";
import { publicCheckout } from "../schemas/checkout.ts";
import { publicVerification, verifyBody } from "../schemas/verification.ts";
import { ADDRESS_SECRETS, VERIFY_ACCESS } from "./access-sets.ts";

/** What a customer's browser does: no credential, rate-limited. */

const token = z.strictObject({
  token: z.string().regex(/^[0-9a-z]{40,80}$/, "is not a checkout token"),
});

export const readPublicCheckout = route({
  surface: "public",
  operation: "read-checkout",
  method: "GET",
  path: "/api/public/gateway/checkouts/{token}/",
  auth: "none",
  request: { params: token },
  responses: { 200: publicCheckout },
  errors: ["not_found"],
  access: { table: { checkout: ["GetItem"] } },
  summary: "Read what a customer may see of a checkout",
});

export const verifyPublicCheckout = route({
  surface: "public",
  operation: "verify-checkout",
  method: "POST",
  path: "/api/public/gateway/checkouts/{token}/verify/",
  auth: "none",
  request: { params: token, body: verifyBody },
  responses: { 200: publicVerification, 202: publicVerification },
  errors: ["not_found", "checkout_not_open", "rate_limited"],
  access: {
    ...VERIFY_ACCESS,
    table: { ...VERIFY_ACCESS.table, rate: ["UpdateItem"] },
    secrets: [...VERIFY_ACCESS.secrets, ...ADDRESS_SECRETS],
  },
  timeoutSeconds: 25,
  summary: "Verify a payment by its reference, receipt link or SMS",
  description:
    "60 calls a minute per address, 6 a minute per checkout, 20 failed attempts per checkout in all.",
  example: { input: "DKK3A7B9XZ" },
});
