import * as z from "zod";
import { ROLES } from "../roles.ts";
import {
  appId,
  atLeastOne,
  id,
  list,
  optionalBody,
  page,
  pattern,
  text,
  timestamp,
  withDefault,
} from "./common.ts";

/** A phone number in national or international form; a phone library parses it. */
export const phoneInput = pattern(/^[+0-9 ().-]{7,32}$/, "must be a phone number");

/** Six digits, as they came by SMS. */
export const otpCode = pattern(/^[0-9]{6}$/, "must be the 6 digits of the message");

/** A compact JWS, not yet believed. */
export const idToken = pattern(/^[\w-]+\.[\w-]+\.[\w-]*$/, "must be a JSON Web Token").max(8192);

export const sendOtpBody = z.strictObject({ phone: phoneInput });
export const verifyOtpBody = z.strictObject({ phone: phoneInput, code: otpCode });
export const telegramLoginBody = z.strictObject({ id_token: idToken });
export const logoutBody = optionalBody(
  z.strictObject({
    /** Ends every session of the user, not only this one. */
    everywhere: withDefault(z.boolean(), false),
    /** The user who signs out. The session of another, who has signed in with the same browser since, goes on. */
    user_id: id("usr").optional(),
  }),
);

export const otpSent = z.object({
  /** Seconds that the code lives. */
  expires_in: z.int().min(1),
  /** Seconds until another code can be asked for. */
  resend_in: z.int().min(0),
});

export const telegramConfig = z.object({
  client_id: z.string(),
  issuer: z.string(),
  /** To be carried by the `id_token`; good once, for ten minutes. */
  nonce: z.string(),
});

/** Languages of the dashboard. */
export const LANGUAGES = ["en", "am"] as const;

/** The current user, and the account in use. */
export const user = z.object({
  id: id("usr"),
  object: z.literal("user"),
  account_id: id("acc"),
  /** In this account. */
  role: z.enum(ROLES),
  /** The only apps that the user works with in this account; null: all. */
  apps: z.array(appId).nullable(),
  name: z.string().nullable(),
  /** E.164; null for a user who logs in by Telegram only. */
  phone: z.string().nullable(),
  telegram: z.object({ name: z.string().nullable(), username: z.string().nullable() }).nullable(),
  /** Whether the user may use the operator's console in this account. */
  operator: z.boolean(),
  /** Of the dashboard; null: the device decides. */
  language: z.enum(LANGUAGES).nullable(),
  created_at: timestamp,
});
export type UserAnswer = z.output<typeof user>;

/** What every login answers with; the refresh token travels in a cookie beside it. */
export const session = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  /** Seconds. */
  expires_in: z.int().min(1),
  user,
});
export type LogoutBody = z.output<typeof logoutBody>;
export type SessionAnswer = z.output<typeof session>;

export const updateMeBody = atLeastOne(
  z.strictObject({
    name: text(100).nullable().optional(),
    language: z.enum(LANGUAGES).optional(),
  }),
);

/** Proof of a second login: the code that came to the phone, or a fresh token of Telegram. */
export const linkLoginBody = z.union(
  [z.strictObject({ phone: phoneInput, code: otpCode }), z.strictObject({ id_token: idToken })],
  "must have phone and code, or id_token",
);

/** A second factor of a session. */
export const sessionProof = z.object({
  object: z.literal("session_proof"),
  proven_at: timestamp,
  /** Until when it counts. */
  expires_at: timestamp,
});

export const loginParams = z.strictObject({ kind: z.enum(["phone", "telegram"]) });

/** One device that is logged in. */
export const sessionEntry = z.object({
  id: id("ses"),
  object: z.literal("session"),
  /** The one that asks. */
  current: z.boolean(),
  login: z.enum(["phone", "telegram"]),
  /** What the browser said of itself. */
  user_agent: z.string().nullable(),
  created_at: timestamp,
  last_used_at: timestamp,
  expires_at: timestamp,
});
export const sessionList = list(sessionEntry);
export const listSessionsQuery = z.strictObject(page);
export const sessionParams = z.strictObject({ id: id("ses") });

/** Who did what. */
export const auditEntry = z.object({
  id: id("aud"),
  object: z.literal("audit_entry"),
  /** Noun and verb, e.g. `api_key.created`, `webhook.secret_revealed`, `checkout.approved`. */
  action: z.string(),
  actor: z.object({
    kind: z.enum(["user", "operator", "system"]),
    /** A user's id, or the operator's name. */
    id: z.string().nullable(),
    /** Of a user; null for one without a name, and for a user who was deleted. */
    name: z.string().nullable(),
    /** Of a user, masked; null for one without a phone, and for a user who was deleted. */
    phone: z.string().nullable(),
    /** The user's role at that time; null for others. */
    role: z.string().nullable(),
  }),
  /** What it was done to, e.g. a key's id; an app's id is written as text. */
  object_id: z.string().nullable(),
  /** A reason that was given, or what changed. Never a secret. */
  note: z.string().nullable(),
  created_at: timestamp,
});
export const auditList = list(auditEntry);
export const listAuditQuery = z.strictObject(page);
