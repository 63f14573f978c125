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

/** Login: by phone and code, or by Telegram. No credential, limited by address and phone. */

/** What signing a user up, or in, and starting his session takes. */
const SIGN_IN_ACCESS = {
  table: {
    rate: ["GetItem", "UpdateItem", "DeleteItem"],
    identity: ["GetItem", "PutItem"],
    user: ["GetItem", "PutItem"],
    account: ["PutItem"],
    credits: ["PutItem", "UpdateItem"],
    session: ["PutItem"],
    audit: ["PutItem"],
  },
  secrets: ["signing-key", ...ADDRESS_SECRETS],
} as const satisfies Access;

export const sendOtp = route({
  surface: "auth",
  operation: "send-otp",
  method: "POST",
  path: "/api/auth/send-otp/",
  auth: "none",
  request: { body: sendOtpBody },
  responses: { 202: otpSent },
  errors: ["rate_limited"],
  access: {
    table: {
      login_code: ["GetItem", "PutItem"],
      rate: ["GetItem", "UpdateItem"],
    },
    secrets: ["otp-pepper", "sms-sender", ...ADDRESS_SECRETS],
    sms: true,
  },
  summary: "Send a login code by SMS",
  description:
    "Says the same for every phone, known or not. A new code ends the one before it; it lives 5 minutes and allows 5 tries.",
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
  errors: ["unauthenticated", "rate_limited"],
  access: {
    ...SIGN_IN_ACCESS,
    table: { ...SIGN_IN_ACCESS.table, login_code: ["GetItem", "UpdateItem", "DeleteItem"] },
    secrets: [...SIGN_IN_ACCESS.secrets, "otp-pepper"],
  },
  summary: "Log in with the code from the SMS",
  description: "Signs up at the first time. Sets the refresh token as an HttpOnly cookie.",
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
  errors: ["unauthenticated", "not_found", "rate_limited"],
  access: {
    ...SIGN_IN_ACCESS,
    table: { ...SIGN_IN_ACCESS.table, nonce: ["DeleteItem", "PutItem"] },
  },
  summary: "Log in with an id_token of Telegram",
  description: "404 where this service has no login by Telegram.",
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
  errors: ["not_found", "rate_limited"],
  access: { table: { nonce: ["PutItem"], rate: ["UpdateItem"] }, secrets: ADDRESS_SECRETS },
  summary: "Tell how to log in by Telegram, with a fresh nonce",
  description: "404 where this service has no login by Telegram.",
});

export const refresh = route({
  surface: "auth",
  operation: "refresh",
  method: "POST",
  path: "/api/auth/refresh/",
  auth: "none",
  request: {},
  responses: { 200: session },
  errors: ["unauthenticated"],
  access: {
    table: { session: ["GetItem", "UpdateItem"], user: ["GetItem"] },
    secrets: ["signing-key"],
  },
  summary: "Exchange the refresh cookie for an access token and the next cookie",
  description:
    "The cookie before the last one, sent again within 10 seconds, gets an access token and no cookie; any older one ends the session on all sides.",
});

export const logout = route({
  surface: "auth",
  operation: "logout",
  method: "POST",
  path: "/api/auth/logout/",
  auth: "none",
  request: { body: logoutBody },
  responses: { 204: null },
  errors: [],
  access: { table: { session: ["GetItem", "Query", "UpdateItem"], audit: ["PutItem"] } },
  summary: "End this session, or all of them",
  description: "Answers 204 without a session too, and clears the cookie.",
  example: { everywhere: false },
});
