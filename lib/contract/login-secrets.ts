import * as z from "zod";

/** The contents of the login secrets, as JSON. */

/** `otp-pepper`: random, made by the deployment. */
export const otpPepper = z.object({
  /** Keys the HMAC of login codes. */
  value: z.string().min(32),
  /** Keys the HMAC of phones that had sign-up credits: the first `value`, kept when that is replaced; absent before. */
  marks: z.string().min(32).optional(),
});

const signingKey = z.object({
  kid: z.string().min(1),
  /** Private, RFC 7517. */
  jwk: z.record(z.string(), z.unknown()),
  /** ms; published before, signs from then on. */
  activeFrom: z.int().min(0),
});

/** `signing-key`: `{}` until the first rotation. */
export const signingKeys = z.object({ keys: z.array(signingKey).default([]) });
export type StoredSigningKey = z.output<typeof signingKey>;

/** `sms-sender`: credentials of the gateway that the configuration chose; `{}` for `sns` and `console`. */
export const smsSenderSecret = z.object({
  /** AfroMessage: API token, and optionally the sender's name and identifier. */
  afromessage: z
    .object({
      token: z.string().min(1),
      sender: z.string().optional(),
      from: z.string().optional(),
    })
    .optional(),
  /** Any gateway that takes a POST of `{to, text}`. */
  http: z
    .object({
      url: z.url({ protocol: /^https$/ }),
      headers: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
  /** Token of the bot that notifies users by Telegram. */
  telegramBotToken: z.string().min(1).optional(),
});
export type SmsSenderSecret = z.output<typeof smsSenderSecret>;
