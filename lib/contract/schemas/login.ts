import * as z from "zod";
import { id, timestamp } from "./common.ts";

/** A phone number as people write it at home or abroad; what it means is found out by a phone library. */
export const phoneInput = z
  .string()
  .min(7)
  .max(32)
  .regex(/^[+0-9 ().-]+$/, "must be a phone number");

/** Six digits, as they came by SMS. */
export const otpCode = z.string().regex(/^[0-9]{6}$/, "must be the 6 digits of the message");

/** A compact JWS, not yet believed. */
export const idToken = z
  .string()
  .max(8192)
  .regex(/^[\w-]+\.[\w-]+\.[\w-]*$/, "must be a JSON Web Token");

export const sendOtpBody = z.strictObject({ phone: phoneInput });
export const verifyOtpBody = z.strictObject({ phone: phoneInput, code: otpCode });
export const telegramLoginBody = z.strictObject({ id_token: idToken });
export const logoutBody = z
  .strictObject({
    /** Ends every session of the user, not only this one. */
    everywhere: z.boolean().default(false),
  })
  .prefault({});

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

export const NOTIFY_CHANNELS = ["sms", "telegram", "none"] as const;

/** The person who is logged in, and his account. */
export const user = z.object({
  id: id("usr"),
  object: z.literal("user"),
  account_id: id("acc"),
  name: z.string().nullable(),
  /** E.164; null where he logs in by Telegram only. */
  phone: z.string().nullable(),
  telegram: z.object({ name: z.string().nullable(), username: z.string().nullable() }).nullable(),
  /** How he is told of what cannot wait. */
  notify_by: z.enum(NOTIFY_CHANNELS),
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
export type SessionAnswer = z.output<typeof session>;
