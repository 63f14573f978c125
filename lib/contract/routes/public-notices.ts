import * as z from "zod";
import { route } from "../route.ts";
import {
  forwardedBody,
  MAX_NOTICE_BYTES,
  sourceParams as params,
} from "../schemas/notice-source.ts";

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
    "The address and the secret come from the dashboard. SMS Gateway for Android sends `X-Signature` (hex HMAC-SHA256 of the body followed by `X-Timestamp`) and `X-Timestamp` (unix seconds, at most 72 hours old); other forwarders send `Authorization: Bearer` with the secret. At most 4 KiB and 120 messages a minute. A message that no bank sent is dropped unread: the answer is the same.",
  example: {
    from: "127",
    text: "Dear Selam, You have received ETB 1,500.00 from Abel Kebede(2519****0042) on 24/11/2026 12:03:00. Your transaction number is DKX1AB2CD3.",
    sentStamp: 1795511000000,
    receivedStamp: 1795511002000,
    sim: "SIM1",
  },
});
