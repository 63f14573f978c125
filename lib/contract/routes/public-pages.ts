import * as z from "zod";
import { route } from "../route.ts";
import { amount, receivedAmount, timestamp } from "../schemas/common.ts";
import { verifyPublicCheckout } from "./public.ts";

/** What a customer, a cashier or an auditor opens in a browser. No credential, rate-limited. */

const params = verifyPublicCheckout.request.params;

const language = z.enum(["en", "am"]).optional().catch(undefined);

/** Lenient: a link that was shared comes back with the parameters of whoever tracked it. */
const pageQuery = z.object({
  /** Default: the checkout's own locale, else the browser's language. */
  lang: language,
  /** The attempt whose outcome is shown. */
  attempt: z
    .string()
    .regex(/^att_[0-9a-z]{10,64}$/)
    .optional()
    .catch(undefined),
});

export const showPayPage = route({
  surface: "public",
  operation: "show-pay-page",
  method: "GET",
  path: "/api/public/gateway/pay/{token}/",
  auth: "none",
  request: { params, query: pageQuery },
  responses: { 200: "html", 304: null },
  errors: ["not_found"],
  access: { table: { checkout: ["GetItem"], attempt: ["GetItem"] } },
  summary: "The hosted pay page",
  description:
    "Works without scripts. Answers 304 to `If-None-Match` while nothing that it shows has changed.",
  example: { lang: "am" },
});

export const submitPayPage = route({
  surface: "public",
  operation: "submit-pay-page",
  method: "POST",
  path: "/api/public/gateway/pay/{token}/",
  auth: "none",
  request: {
    params,
    query: pageQuery,
    form: true,
    /** Wrong fields are answered by the page itself, in words; so hardly anything is refused here. */
    body: z.object({
      input: z.string().default(""),
      /** The payment method that was chosen on the page. */
      method: z.string().max(80).optional(),
      /** The bank that the payer named, where his reference could be of several. */
      provider: z.string().max(20).optional(),
      payer_phone: z.string().optional(),
      /** The reference whose date the payer was warned about and that he stands by. */
      confirmed: z.string().optional(),
      lang: language,
    }),
  },
  responses: { 200: "html", 303: null },
  errors: ["not_found", "checkout_not_open", "rate_limited"],
  access: verifyPublicCheckout.access,
  timeoutSeconds: verifyPublicCheckout.timeoutSeconds,
  summary: "Take the reference that was typed into the pay page",
  description: "Answers 303 to the page again, so that a reload never submits twice.",
  example: { input: "DKK3A7B9XZ" },
});

const publicReceipt = z.object({
  object: z.literal("receipt"),
  genuine: z.literal(true),
  merchant_name: z.string(),
  /** What was asked for. */
  amount,
  /** What the bank says came in; null where the merchant confirmed the payment without a bank's receipt. */
  amount_received: receivedAmount.nullable(),
  currency: z.string(),
  /** `merchant`: a person there has decided, whatever the bank's receipt says. */
  confirmed_by: z.enum(["bank", "merchant"]),
  verified_at: timestamp,
  livemode: z.boolean(),
});
export type PublicReceipt = z.output<typeof publicReceipt>;

export const verifyReceipt = route({
  surface: "public",
  operation: "verify-receipt",
  method: "GET",
  path: "/api/public/gateway/verify/{receipt_code}/",
  auth: "none",
  request: {
    params: z.strictObject({ receipt_code: z.string().min(16).max(80) }),
    query: pageQuery.pick({ lang: true }),
  },
  responses: { 200: publicReceipt },
  page: true,
  errors: ["not_found"],
  access: { table: { checkout: ["GetItem"] } },
  summary: "Tell whether a receipt of ours is genuine",
  description: "JSON, or a page for a browser (by `Accept`). Says nothing of the customer.",
  example: { lang: "en" },
});
