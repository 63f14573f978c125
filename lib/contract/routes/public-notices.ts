import * as z from "zod";
import { PAYER_LANGUAGES } from "../../domain/payer-language.ts";
import { route } from "../route.ts";
import { checkoutToken, formText } from "../schemas/common.ts";
import {
  forwardedBody,
  MAX_NOTICE_BYTES,
  sourceParams as params,
} from "../schemas/notice-source.ts";
import { ADDRESS_SECRETS } from "./access-sets.ts";
import { verifyPublicCheckout } from "./public.ts";

const sourceParams = z.strictObject({ source: params.shape.id });

export const receiveNotice = route({
  surface: "public",
  operation: "receive-notice",
  method: "POST",
  path: "/api/public/gateway/notices/{source}/",
  auth: "none",
  request: {
    params: sourceParams,
    body: forwardedBody,
    signed: true,
    maxBodyBytes: MAX_NOTICE_BYTES,
  },
  responses: { 202: null },
  headers: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  errors: ["unauthenticated", "conflict", "rate_limited"],
  access: {
    table: { notice_source: ["GetItem"], rate: ["UpdateItem"] },
    queues: ["notices"],
    secrets: ["webhook-encryption-key"],
  },
  summary: "Receive a message that a paired phone forwards",
  description:
    "The address and the secret come from the dashboard. SMS Gateway for Android sends `X-Signature` (hex HMAC-SHA256 of the body followed by `X-Timestamp`) and `X-Timestamp` (unix seconds, at most 72 hours old); other forwarders send `Authorization: Bearer` with the secret. At most 4 KiB and 120 messages a minute. A message from a sender other than a bank is dropped unread, with the same response.",
  example: {
    from: "127",
    text: "Dear Selam, You have received ETB 1,500.00 from Abel Kebede(2519****0042) on 24/11/2026 12:03:00. Your transaction number is DKX1AB2CD3.",
    sentStamp: 1795511000000,
    receivedStamp: 1795511002000,
    sim: "SIM1",
  },
});

const language = z.enum(PAYER_LANGUAGES).optional().catch(undefined);

export const claimNotice = route({
  surface: "public",
  operation: "claim-notice",
  method: "POST",
  path: "/api/public/gateway/pay/{token}/mine/",
  auth: "none",
  request: {
    params: checkoutToken,
    form: true,
    body: z.object({ last: formText().default(""), lang: language }),
  },
  responses: { 303: null },
  headers: ["Location", "Set-Cookie", "RateLimit", "RateLimit-Policy"],
  errors: ["not_found"],
  access: {
    ...verifyPublicCheckout.access,
    table: { ...verifyPublicCheckout.access.table, rate: ["GetItem", "UpdateItem"] },
  },
  timeoutSeconds: verifyPublicCheckout.timeoutSeconds,
  memoryMegabytes: verifyPublicCheckout.memoryMegabytes,
  summary: "Identify the customer's payment by four characters of its number",
  description:
    "The pay page asks for them if a paired phone announced a payment of this amount. The receipt is looked up as if the customer had entered the whole number. No more tries are accepted after five wrong ones for a checkout, or after twenty tries from any checkouts for a payment. Redirects to the page with 303, also if it is refused.",
  example: { last: "A7B9" },
});

export const givePayerNumber = route({
  surface: "public",
  operation: "give-payer-number",
  method: "POST",
  path: "/api/public/gateway/pay/{token}/payer/",
  auth: "none",
  request: {
    params: checkoutToken,
    form: true,
    body: z.object({ number: formText().default(""), lang: language }),
  },
  responses: { 303: null },
  headers: ["Location", "Set-Cookie", "RateLimit", "RateLimit-Policy"],
  errors: ["not_found"],
  access: {
    table: { checkout: ["Query"], open_amount: ["UpdateItem"], rate: ["UpdateItem"] },
    secrets: ADDRESS_SECRETS,
  },
  summary: "Store the number that the customer pays from",
  description:
    "If the merchant has paired a phone and every other open checkout of the amount has a different number, a payment from this number verifies the checkout without a transaction number. Redirects to the page with 303, also if it is refused.",
  example: { number: "0911000000" },
});
