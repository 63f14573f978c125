import { route } from "../route.ts";
import {
  auditList,
  linkLoginBody,
  listAuditQuery,
  listSessionsQuery,
  loginParams,
  sessionList,
  sessionParams,
  sessionProof,
  updateMeBody,
  user,
} from "../schemas/login.ts";
import { ADDRESS_SECRETS, IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** The user, their account, sessions and audit log. */

const ME = "/api/platform/me/";

export const readMe = route({
  surface: "platform",
  operation: "read-me",
  method: "GET",
  path: ME,
  auth: "jwt",
  permission: "self",
  request: {},
  responses: { 200: user },
  errors: [],
  access: { table: { user: ["GetItem"] } },
  summary: "Read the current user",
});

export const updateMe = route({
  surface: "platform",
  operation: "update-me",
  method: "PATCH",
  path: ME,
  auth: "jwt",
  permission: "self",
  request: { body: updateMeBody },
  responses: { 200: user },
  errors: ["conflict"],
  access: { table: { user: ["GetItem", "UpdateItem"] } },
  summary: "Change the name or the language of the dashboard",
  example: { name: "Abebe", language: "am" },
});

export const closeAccount = route({
  surface: "platform",
  operation: "close-account",
  method: "DELETE",
  path: ME,
  auth: "jwt",
  permission: "account",
  recentSignIn: true,
  needsActiveAccount: true,
  request: {},
  responses: { 204: null },
  headers: ["Set-Cookie"],
  errors: ["conflict"],
  access: {
    table: {
      user: ["GetItem", "UpdateItem"],
      account: ["GetItem", "UpdateItem"],
      checkout: ["BatchGetItem"],
      checkout_list: ["Query"],
      claim: ["GetItem", "ConditionCheckItem"],
      api_key: ["Query", "UpdateItem"],
      endpoint: ["Query", "DeleteItem"],
      notice_source: ["Query", "DeleteItem"],
      issue: ["DeleteItem"],
      identity: ["DeleteItem"],
      session: ["Query", "UpdateItem"],
      member: ["GetItem", "Query", "PutItem", "DeleteItem"],
      audit: ["PutItem"],
    },
    queues: ["follow-up"],
  },
  timeoutSeconds: 25,
  summary: "Close the account",
  description:
    "Ends sessions and webhook endpoints immediately, and API keys within 60 seconds. The data is deleted after 30 days. 409 while a checkout or a purchase of credits is open, being verified or in review, and for two minutes after a checkout's expiry, a late payment or an order of credits.",
});

export const linkLogin = route({
  surface: "platform",
  operation: "link-login",
  method: "POST",
  path: "/api/platform/me/logins/",
  auth: "jwt",
  permission: "self",
  recentSignIn: true,
  request: { body: linkLoginBody },
  responses: { 200: user },
  errors: ["conflict", "rate_limited"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      user: ["GetItem", "UpdateItem"],
      identity: ["GetItem", "PutItem"],
      login_code: ["GetItem", "UpdateItem", "DeleteItem"],
      nonce: ["PutItem", "DeleteItem"],
      rate: ["GetItem", "UpdateItem"],
      session: ["Query", "UpdateItem"],
      audit: ["PutItem"],
    },
    secrets: ["otp-pepper", ...ADDRESS_SECRETS],
  },
  idempotent: true,
  summary: "Add a second way to log in",
  description:
    "Needs the same proof as a login: a code from `send-otp` or an id_token. 400 for a wrong proof; 409 if the login belongs to another user, or one of the same kind is already linked.",
  example: { phone: "0911000000", code: "123456" },
});

export const unlinkLogin = route({
  surface: "platform",
  operation: "unlink-login",
  method: "DELETE",
  path: "/api/platform/me/logins/{kind}/",
  auth: "jwt",
  permission: "self",
  recentSignIn: true,
  request: { params: loginParams },
  responses: { 204: null },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      user: ["GetItem", "UpdateItem"],
      identity: ["DeleteItem"],
      member: ["GetItem", "Query", "UpdateItem"],
      session: ["Query", "UpdateItem"],
      audit: ["PutItem"],
    },
  },
  summary: "Remove a way to log in",
  description:
    "Ends the other sessions that began with it. 409 for the last one. A session that began with the phone needs a second factor, proof by Telegram, because phone numbers pass to other people.",
});

export const listSessions = route({
  surface: "platform",
  operation: "list-sessions",
  method: "GET",
  path: "/api/platform/sessions/",
  auth: "jwt",
  permission: "self",
  request: { query: listSessionsQuery },
  responses: { 200: sessionList },
  errors: [],
  access: { table: { session: ["Query"] } },
  summary: "List sessions",
});

export const endSession = route({
  surface: "platform",
  operation: "end-session",
  method: "DELETE",
  path: "/api/platform/sessions/{id}/",
  auth: "jwt",
  permission: "self",
  request: { params: sessionParams },
  responses: { 204: null },
  errors: ["not_found"],
  access: { table: { session: ["GetItem", "UpdateItem"], audit: ["PutItem"] } },
  summary: "End a session",
  description: "Its access token is rejected from then on.",
});

export const listAudit = route({
  surface: "platform",
  operation: "list-audit",
  method: "GET",
  path: "/api/platform/audit/",
  auth: "jwt",
  permission: "audit.read",
  request: { query: listAuditQuery },
  responses: { 200: auditList },
  errors: [],
  access: {
    table: {
      ...{ account: ["GetItem"], member: ["GetItem", "Query"] },
      ...{ audit: ["Query"], user: ["GetItem", "BatchGetItem"] },
    },
  },
  summary: "List the audit log, newest first",
  description:
    "Members limited to some apps see what they and other members who work with no other apps did, so a page may have fewer entries than `limit`.",
});

export const proveSession = route({
  surface: "platform",
  operation: "prove-session",
  method: "PUT",
  path: "/api/platform/session/proof/",
  auth: "jwt",
  permission: "self",
  request: { body: linkLoginBody },
  responses: { 200: sessionProof },
  errors: ["rate_limited"],
  access: {
    table: {
      login_code: ["GetItem", "UpdateItem", "DeleteItem"],
      nonce: ["PutItem", "DeleteItem"],
      rate: ["UpdateItem"],
      session: ["GetItem", "UpdateItem"],
    },
    secrets: ["otp-pepper", ...ADDRESS_SECRETS],
  },
  summary: "Give a second factor",
  description:
    "For operations that return 403 with `second_factor_required`. Needs fresh proof of your own login, as for logging in. If you have two logins, prove the one that did not begin this session. 400 for any other proof.",
  example: { phone: "0911000000", code: "123456" },
});
