import * as z from "zod";
import { PAYER_LANGUAGES } from "../../domain/payer-language.ts";
import { route } from "../route.ts";
import { formText, id, checkoutToken as params, pattern } from "../schemas/common.ts";
import { publicReceipt } from "../schemas/verification.ts";
import { verifyPublicCheckout } from "./public.ts";

/** What a customer, a cashier or an auditor opens in a browser. No credential, rate-limited. */

const language = z.enum(PAYER_LANGUAGES).optional().catch(undefined);

/** Lenient: shared links come back with tracking parameters. */
const pageQuery = z.object({
  /** Default: the checkout's own locale, else the browser's language. */
  lang: language,
  /** The attempt whose outcome is shown. */
  attempt: id("att").optional().catch(undefined),
  /** What was wrong with the input that was sent last; a cookie has the input. */
  problem: z
    .enum([
      "not_a_reference",
      "which_bank",
      "bank_not_accepted",
      "odd_date",
      "bad_phone",
      "account_digits_needed",
      "already_counted",
      "still_checking",
      "rate_limited",
      "closed",
      "try_again",
    ])
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
  headers: ["ETag"],
  errors: ["not_found"],
  access: {
    table: {
      checkout: ["Query"],
      attempt: ["GetItem", "Query"],
      // Only for checkouts of accounts with a paired phone.
      notice: ["Query"],
      open_amount: ["GetItem"],
      claim: ["GetItem"],
      rate: ["GetItem"],
    },
  },
  summary: "The hosted pay page",
  description: "Works without scripts. Returns 304 to `If-None-Match` while the page is unchanged.",
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
      input: formText().default(""),
      /** The payment method that was chosen on the page. */
      method: formText().optional(),
      /** The bank that the payer chose, where their reference fits several. */
      provider: formText().optional(),
      payer_phone: formText().optional(),
      payer_account_suffix: formText().optional(),
      /** The reference that the payer confirmed after a warning about its date. */
      confirmed: formText().optional(),
      lang: language,
    }),
  },
  responses: { 303: null },
  headers: ["Location", "Set-Cookie", "RateLimit", "RateLimit-Policy"],
  errors: ["not_found"],
  access: verifyPublicCheckout.access,
  timeoutSeconds: verifyPublicCheckout.timeoutSeconds,
  memoryMegabytes: verifyPublicCheckout.memoryMegabytes,
  summary: "Submit a reference from the pay page",
  description:
    "Redirects to the page with 303, even if the input is not accepted, so that neither a reload nor the Back button submits twice.",
  example: { input: "DKK3A7B9XZ" },
});

/** The content never changes under its address, so that a browser asks for it once. */
export const showLogo = route({
  surface: "public",
  operation: "show-logo",
  method: "GET",
  path: "/api/public/gateway/logos/{logo}/",
  auth: "none",
  request: {
    params: z.strictObject({ logo: pattern(/^[1-9]\d{0,14}-[0-9a-z]{26}$/, "is not a logo") }),
  },
  responses: { 200: "svg" },
  errors: ["not_found"],
  access: { table: { logo: ["GetItem"] } },
  summary: "A merchant's logo as SVG",
});

/** Loaded at the first click of the pay page's scan buttons. */
export const scanner = route({
  surface: "public",
  operation: "scanner",
  method: "GET",
  path: "/api/public/gateway/scanner/",
  auth: "none",
  request: {},
  responses: { 200: "script" },
  errors: [],
  access: {},
  summary: "The pay page's script that reads a receipt's QR code",
});

export const verifyReceipt = route({
  surface: "public",
  operation: "verify-receipt",
  method: "GET",
  path: "/api/public/gateway/verify/{receipt_code}/",
  auth: "none",
  request: {
    params: z.strictObject({
      receipt_code: pattern(/^[\x20-\x7e]{16,80}$/, "is not a receipt code"),
    }),
    query: pageQuery.pick({ lang: true }),
  },
  responses: { 200: publicReceipt },
  page: true,
  errors: ["not_found"],
  access: { table: { checkout: ["GetItem", "Query"] } },
  summary: "Check whether a receipt of this service is genuine",
  description: "JSON, or a page for a browser (by `Accept`). Shows nothing about the customer.",
  example: { lang: "en" },
});
