import * as z from "zod";
import { PAYER_LANGUAGES } from "../../domain/payer-language.ts";
import { route } from "../route.ts";
import { formText, pattern } from "../schemas/common.ts";
import { ADDRESS_SECRETS, CREATE_ACCESS } from "./access-sets.ts";

/** Short URLs, `{base}/p/{code}`: what a customer opens from a message, a QR code or a counter card. */

const params = z.strictObject({
  code: pattern(/^[\x20-\x7e]{1,40}$/, "is not the code of a link"),
});
const language = z.enum(PAYER_LANGUAGES).optional().catch(undefined);

export const showLink = route({
  surface: "public",
  operation: "show-link",
  method: "GET",
  path: "/p/{code}/",
  auth: "none",
  request: {
    params,
    query: z.object({
      lang: language,
      /** What was wrong with the last submission of the form. */
      problem: z
        .enum(["amount", "closed", "rate_limited", "try_again"])
        .optional()
        .catch(undefined),
      /** What the form's field was submitted with, so that it is not typed again. */
      amount: formText().pipe(z.string().max(20)).optional().catch(undefined),
    }),
  },
  responses: { 200: "html", 303: null },
  headers: ["Location"],
  errors: ["not_found"],
  access: {
    table: {
      payment_link: ["GetItem"],
      app: ["Query"],
      account: ["GetItem"],
      checkout: ["Query"],
    },
  },
  summary: "The page behind a short URL",
  description:
    "For a checkout's short URL, redirects to the pay page. For a reusable link, shows the shop and the amount, or asks for the amount, and links to the same browser's unfinished checkout.",
  example: { lang: "am" },
});

export const submitLink = route({
  surface: "public",
  operation: "submit-link",
  method: "POST",
  path: "/p/{code}/",
  auth: "none",
  request: {
    params,
    form: true,
    body: z.object({
      /** As typed, in major units: `1,500.50`. Only for links with an open amount. */
      amount: formText().optional(),
      lang: language,
    }),
  },
  responses: { 303: null },
  headers: ["Location", "Set-Cookie"],
  errors: ["not_found"],
  access: {
    table: {
      ...CREATE_ACCESS.table,
      payment_link: ["GetItem", "UpdateItem"],
      rate: ["UpdateItem"],
    },
    secrets: ADDRESS_SECRETS,
  },
  summary: "Create the customer's checkout from a reusable link",
  description:
    "Redirects to the new pay page, or back to the link's page with the error as `problem`. At most 120 a minute per address and 300 a minute per link: beyond, `problem=rate_limited`.",
  example: { amount: "1500" },
});

export const showCard = route({
  surface: "public",
  operation: "show-card",
  method: "GET",
  path: "/p/{code}/card/",
  auth: "none",
  request: { params, query: z.object({ lang: language }) },
  responses: { 200: "html" },
  errors: ["not_found"],
  access: { table: { payment_link: ["GetItem"], app: ["Query"], account: ["GetItem"] } },
  summary: "A printable counter card for a reusable link",
});
