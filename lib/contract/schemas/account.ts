import * as z from "zod";
import { atLeastOne, id, list, page, timestamp } from "./common.ts";
import { idToken, LANGUAGES, NOTIFY_CHANNELS, otpCode, phoneInput } from "./login.ts";
import { text } from "./text.ts";

export const updateMeBody = atLeastOne(
  z.strictObject({
    name: text(100).nullable().optional(),
    notify_by: z.enum(NOTIFY_CHANNELS).optional(),
    language: z.enum(LANGUAGES).optional(),
  }),
);

/** Proof of a second login: the code that came to the phone, or a fresh token of Telegram. */
export const linkLoginBody = z.union([
  z.strictObject({ phone: phoneInput, code: otpCode }),
  z.strictObject({ id_token: idToken }),
]);

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
