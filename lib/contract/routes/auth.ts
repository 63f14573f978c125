import type { Access } from "../access.ts";
import { route } from "../route.ts";
import {
  logoutBody,
  otpSent,
  sendOtpBody,
  session,
  telegramConfig,
  telegramLoginBody,
  verifyOtpBody,
} from "../schemas/login.ts";
import { ADDRESS_SECRETS } from "./access-sets.ts";

/** Login by phone and code, or by Telegram. Needs no credential; limited by address and phone. */

/** Of the address alone: they say nothing about a phone. */
const RATE_HEADERS = ["RateLimit", "RateLimit-Policy"] as const;

/** Access for signing a user up or in and starting their session. */
const SIGN_IN_ACCESS = {
  table: {
    rate: ["GetItem", "UpdateItem"],
    identity: ["GetItem", "PutItem"],
    user: ["GetItem", "PutItem", "UpdateItem"],
    member: ["GetItem", "Query"],
    account: ["PutItem"],
    credits: ["PutItem", "UpdateItem"],
    session: ["PutItem", "UpdateItem"],
    audit: ["PutItem"],
  },
  secrets: ["signing-key", ...ADDRESS_SECRETS],
  queues: ["notifications"],
} as const satisfies Access;

export const sendOtp = route({
  surface: "auth",
  operation: "send-otp",
  method: "POST",
  path: "/api/auth/send-otp/",
  auth: "none",
  request: { body: sendOtpBody },
  responses: { 202: otpSent },
  headers: RATE_HEADERS,
  errors: ["rate_limited"],
  access: {
    table: {
      login_code: ["GetItem", "PutItem"],
      rate: ["GetItem", "UpdateItem"],
      operations: ["UpdateItem"],
    },
    secrets: ["otp-pepper", "sms-sender", ...ADDRESS_SECRETS],
    sms: true,
  },
  summary: "Send a login code by SMS",
  description:
    "The response is the same for known and unknown phone numbers. A new code replaces the previous one. A code is valid for 5 minutes and 5 attempts.",
  example: { phone: "0911000000" },
});

export const verifyOtp = route({
  surface: "auth",
  operation: "verify-otp",
  method: "POST",
  path: "/api/auth/verify-otp/",
  auth: "none",
  request: { body: verifyOtpBody },
  responses: { 200: session },
  headers: ["Set-Cookie", ...RATE_HEADERS],
  errors: ["unauthenticated", "rate_limited"],
  access: {
    ...SIGN_IN_ACCESS,
    table: { ...SIGN_IN_ACCESS.table, login_code: ["GetItem", "UpdateItem", "DeleteItem"] },
    secrets: [...SIGN_IN_ACCESS.secrets, "otp-pepper"],
  },
  summary: "Log in with the code from the SMS",
  description: "The first login creates the account. Sets the refresh token as an HttpOnly cookie.",
  example: { phone: "0911000000", code: "123456" },
});

export const telegramLogin = route({
  surface: "auth",
  operation: "telegram-login",
  method: "POST",
  path: "/api/auth/telegram-login/",
  auth: "none",
  request: { body: telegramLoginBody },
  responses: { 200: session },
  headers: ["Set-Cookie", ...RATE_HEADERS],
  errors: ["unauthenticated", "not_found", "rate_limited"],
  access: {
    ...SIGN_IN_ACCESS,
    table: { ...SIGN_IN_ACCESS.table, nonce: ["DeleteItem", "PutItem"] },
  },
  summary: "Log in with a Telegram id_token",
  description: "404 where login by Telegram is not configured.",
  example: { id_token: "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl" },
});

export const telegramSettings = route({
  surface: "auth",
  operation: "telegram-config",
  method: "GET",
  path: "/api/auth/telegram-config/",
  auth: "none",
  request: {},
  responses: { 200: telegramConfig },
  headers: RATE_HEADERS,
  errors: ["not_found", "rate_limited"],
  access: { table: { nonce: ["PutItem"], rate: ["UpdateItem"] }, secrets: ADDRESS_SECRETS },
  summary: "Get the Telegram login settings, with a fresh nonce",
  description: "404 where login by Telegram is not configured.",
});

export const refresh = route({
  surface: "auth",
  operation: "refresh",
  method: "POST",
  path: "/api/auth/refresh/",
  auth: "none",
  request: {},
  responses: { 200: session },
  headers: ["Set-Cookie"],
  errors: ["unauthenticated"],
  access: {
    table: { session: ["GetItem", "UpdateItem"], user: ["GetItem"], member: ["GetItem", "Query"] },
    secrets: ["signing-key", "otp-pepper"],
  },
  summary: "Exchange the refresh cookie for an access token and the next cookie",
  description:
    "The previous cookie, sent again, gets the same next cookie, so a lost response signs nobody out. An older cookie gets only an access token, and only within 30 seconds of its replacement. Otherwise it ends the session.",
});

export const logout = route({
  surface: "auth",
  operation: "logout",
  method: "POST",
  path: "/api/auth/logout/",
  auth: "none",
  request: { body: logoutBody },
  responses: { 204: null },
  headers: ["Set-Cookie"],
  errors: ["conflict"],
  access: { table: { session: ["GetItem", "Query", "UpdateItem"], audit: ["PutItem"] } },
  summary: "End this session, or all of them",
  description:
    "Also returns 204 without a session, and clears the cookie. With `user_id`, the session of another user and its cookie stay; `everywhere` then gets `conflict`.",
  example: { everywhere: false },
});
