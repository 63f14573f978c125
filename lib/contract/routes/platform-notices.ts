import { route } from "../route.ts";
import { checkout } from "../schemas/checkout.ts";
import { noBody } from "../schemas/common.ts";
import {
  createSourceBody,
  listSourcesQuery,
  listUnreadableQuery,
  noticeAnswer,
  noticeSource,
  noticeSourceList,
  noticeSourceWithSecret,
  pasteNoticeBody,
  rotateSourceBody,
  sellNoticeBody,
  sourceParams,
  unmatchedNoticeList,
  unmatchedQuery,
  unreadableNoticeList,
  updateSourceBody,
} from "../schemas/notice-source.ts";
import { accessOfAll, IDEMPOTENCY_ACCESS, SUBMIT_ACCESS } from "./access-sets.ts";
import { cancelCheckout, createPaymentLink } from "./platform-checkouts.ts";

/** Phones that hand on a bank's messages. */
const SOURCES = "/api/platform/notice-sources/";

export const createNoticeSource = route({
  surface: "platform",
  operation: "create-notice-source",
  method: "POST",
  path: SOURCES,
  auth: "jwt",
  permission: "settings",
  recentSignIn: true,
  needsActiveAccount: true,
  request: { body: createSourceBody },
  responses: { 201: noticeSourceWithSecret },
  errors: ["not_found", "conflict", "rate_limited"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      account: ["UpdateItem"],
      app: ["Query", "UpdateItem"],
      notice_source: ["Query", "PutItem"],
      rate: ["UpdateItem"],
      audit: ["PutItem"],
    },
    secrets: ["webhook-encryption-key"],
    queues: ["notifications"],
  },
  idempotent: true,
  summary: "Pair a phone that forwards the bank's messages",
  description:
    "Only this response contains the address and the `secret` for the app on the phone. `sms_gateway` is SMS Gateway for Android, which signs each message; `sms_forwarder` is any app that can send a fixed JSON text with a bearer token; `paste` has no phone: a member pastes messages. At most 10 sources per app (409 beyond), and 100 new ones per account and day (429 beyond).",
  example: { app_id: 1001, name: "Shop phone", kind: "sms_forwarder" },
});

export const listNoticeSources = route({
  surface: "platform",
  operation: "list-notice-sources",
  method: "GET",
  path: SOURCES,
  auth: "jwt",
  permission: "settings",
  request: { query: listSourcesQuery },
  responses: { 200: noticeSourceList },
  errors: ["not_found"],
  access: { table: { notice_source: ["Query", "BatchGetItem"] } },
  summary: "List notice sources, newest first",
  example: { app_id: "1001" },
});

export const listUnreadableNotices = route({
  surface: "platform",
  operation: "list-unreadable-notices",
  method: "GET",
  path: "/api/platform/unreadable-notices/",
  auth: "jwt",
  permission: "settings",
  request: { query: listUnreadableQuery },
  responses: { 200: unreadableNoticeList },
  errors: [],
  access: { table: { notice: ["Query"], notice_source: ["Query"] } },
  summary: "List messages of banks that could not be read, newest first",
  description:
    "They are kept for 7 days, without the digits of balances. Members limited to some apps see what the phones of these apps received.",
  example: { limit: "20" },
});

export const listUnmatchedNotices = route({
  surface: "platform",
  operation: "list-unmatched-notices",
  method: "GET",
  path: "/api/platform/unmatched-notices/",
  auth: "jwt",
  permission: "checkouts.write",
  request: { query: unmatchedQuery },
  responses: { 200: unmatchedNoticeList },
  errors: ["forbidden"],
  access: { table: { notice: ["Query"], notice_source: ["Query"], claim: ["BatchGetItem"] } },
  summary: "List payments of a day that arrived without a checkout, newest first",
  description:
    "Payments that a paired phone announced and whose reference no checkout has. At most 200; `has_more` says that there may be others. Members limited to some apps see what the phones of these apps received; cashiers see today's.",
  example: { day: "2026-11-24" },
});

/** A sale creates a checkout, submits the reference, and cancels the checkout where that is refused. */
const SALE_ACCESS = [createPaymentLink, { access: SUBMIT_ACCESS }, cancelCheckout];

export const sellNotice = route({
  surface: "platform",
  operation: "sell-notice",
  method: "POST",
  path: "/api/platform/unmatched-notices/sell/",
  auth: "jwt",
  permission: "checkouts.write",
  request: { body: sellNoticeBody },
  responses: { 201: checkout },
  errors: [
    "not_found",
    "forbidden",
    "conflict",
    "checkout_not_open",
    "checkout_blocked",
    "insufficient_credits",
    "account_suspended",
  ],
  access: accessOfAll([
    ...SALE_ACCESS,
    { access: { table: { notice: ["GetItem", "Query", "PutItem"], notice_source: ["Query"] } } },
  ]),
  idempotent: true,
  timeoutSeconds: 29,
  summary: "Record a payment that arrived without a checkout as a sale",
  description:
    "Creates a checkout for the payment's amount in an app and looks up its reference: the bank's receipt verifies it. A payment becomes only one sale: repeated calls, by any member, return the same one. Returns `conflict` if its reference has paid for another checkout, or if the app does not accept this account.",
  example: { app_id: 1001, provider: "telebirr", reference: "DKX1AB2CD3" },
});

export const readNoticeSource = route({
  surface: "platform",
  operation: "read-notice-source",
  method: "GET",
  path: `${SOURCES}{id}/`,
  auth: "jwt",
  permission: "settings",
  request: { params: sourceParams },
  responses: { 200: noticeSource },
  errors: ["not_found"],
  access: { table: { notice_source: ["Query"] } },
  summary: "Read a notice source and its health",
});

export const updateNoticeSource = route({
  surface: "platform",
  operation: "update-notice-source",
  method: "PATCH",
  path: `${SOURCES}{id}/`,
  auth: "jwt",
  permission: "settings",
  request: { params: sourceParams, body: updateSourceBody },
  responses: { 200: noticeSource },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      notice_source: ["Query", "UpdateItem"],
      issue: ["UpdateItem", "DeleteItem"],
      audit: ["PutItem"],
    },
  },
  summary: "Rename, pause or resume a notice source",
  example: { status: "paused" },
});

export const deleteNoticeSource = route({
  surface: "platform",
  operation: "delete-notice-source",
  method: "DELETE",
  path: `${SOURCES}{id}/`,
  auth: "jwt",
  permission: "settings",
  request: { params: sourceParams },
  responses: { 204: null },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      account: ["UpdateItem"],
      notice_source: ["Query", "DeleteItem"],
      issue: ["DeleteItem"],
      audit: ["PutItem"],
    },
  },
  summary: "Delete a notice source; its address then rejects messages",
});

export const rotateNoticeSource = route({
  surface: "platform",
  operation: "rotate-notice-source",
  method: "POST",
  path: `${SOURCES}{id}/rotate-secret/`,
  auth: "jwt",
  permission: "settings",
  recentSignIn: true,
  needsActiveAccount: true,
  request: { params: sourceParams, body: rotateSourceBody },
  responses: { 200: noticeSourceWithSecret },
  errors: ["not_found", "conflict"],
  access: {
    table: { ...IDEMPOTENCY_ACCESS, notice_source: ["Query", "UpdateItem"], audit: ["PutItem"] },
    secrets: ["webhook-encryption-key"],
    queues: ["notifications"],
  },
  idempotent: true,
  summary: "Replace a source's secret; the old one works for another 24 hours",
  description:
    "409 while the previous secret is still accepted (`previous_secret_expires_at`). After a leak, use `overlap_seconds` 0: it always works, and only the new secret is accepted from then on.",
  example: { overlap_seconds: 86400 },
});

export const testNoticeSource = route({
  surface: "platform",
  operation: "test-notice-source",
  method: "POST",
  path: `${SOURCES}{id}/test/`,
  auth: "jwt",
  permission: "settings",
  request: { params: sourceParams, body: noBody },
  responses: { 202: noticeAnswer },
  errors: ["not_found", "conflict"],
  access: { table: { ...IDEMPOTENCY_ACCESS, notice_source: ["Query"] }, queues: ["notices"] },
  idempotent: true,
  summary: "Send a sample message of a bank through the source",
  description:
    "It is read like any other message, but verifies nothing. The source shows it as its last message, but its health does not change: only the phone shows that it sends.",
});

export const pasteNotice = route({
  surface: "platform",
  operation: "paste-notice",
  method: "POST",
  path: `${SOURCES}{id}/notices/`,
  auth: "jwt",
  permission: "settings",
  request: { params: sourceParams, body: pasteNoticeBody },
  responses: { 202: noticeAnswer },
  errors: ["not_found", "conflict", "rate_limited"],
  access: {
    table: { ...IDEMPOTENCY_ACCESS, notice_source: ["Query"], rate: ["UpdateItem"] },
    queues: ["notices"],
    secrets: ["webhook-encryption-key"],
  },
  idempotent: true,
  summary: "Paste a bank's message into a source of the kind `paste`",
  description: "It is marked as typed: it can point to a receipt, but is never evidence by itself.",
  example: {
    sender: "127",
    text: "Dear Selam, You have received ETB 1,500.00 from Abel Kebede(2519****0042) on 24/11/2026 12:03:00. Your transaction number is DKX1AB2CD3.",
  },
});
