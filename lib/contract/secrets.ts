import * as z from "zod";
import { PROVIDERS } from "../domain/provider.ts";

/**
 * The contents of the secrets that code reads as JSON. The first value of each is made by the deployment, so its form
 * has to be one that `GenerateSecretString` can make: a fixed template with one random text in it.
 */

/** Random text that a key is derived from: 190 bits at least. */
const passphrase = z.string().min(32).max(1024);

/**
 * `webhook-encryption-key`: `{"current": "1", "1": "<random>"}`. To rotate: add `"2"`, make it
 * `current`, and drop `"1"` when nothing that it sealed is left.
 */
export const webhookEncryptionKey = z
  .object({ current: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/) })
  .catchall(passphrase)
  .refine((ring) => ring.current !== "current" && Object.hasOwn(ring, ring.current), {
    error: "has no key of the id that `current` names",
  })
  .transform(({ current, ...passphrases }) => ({
    current,
    passphrases: passphrases as Readonly<Record<string, string>>,
  }));
export type WebhookEncryptionKey = z.output<typeof webhookEncryptionKey>;

/**
 * `providers`: what reaching a bank takes beside its configuration, by provider; `{}` where no bank
 * needs anything. It is read only for a provider with `relayUrl` or `hasSecret`, so the schema is made then.
 */
export function providerSecrets() {
  const pemText = z.string().max(20_000);
  const pem = pemText.regex(
    /^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n?$/,
  );
  const pemKey = pemText.regex(
    /^-----BEGIN (?:EC )?PRIVATE KEY-----\n[A-Za-z0-9+/=\n]+-----END (?:EC )?PRIVATE KEY-----\n?$/,
  );
  return z.partialRecord(
    z.enum(PROVIDERS),
    z.strictObject({
      /** Shared with the relay behind `relayUrl`. */
      relaySecret: z.string().min(32).max(1024).optional(),
      /** Authorities (PEM) of the relays' own certificates, in place of the public roots. */
      relayCa: z.array(pem).min(1).max(10).optional(),
      /** Our certificate and key for relays that demand one. */
      relayClient: z.strictObject({ cert: pem, key: pemKey }).optional(),
      /** Certificates (PEM) that are trusted for this provider's hosts in place of the public roots. */
      ca: z.array(pem).min(1).max(10).optional(),
      /** Sent with every request, e.g. a gateway's `authorization`. */
      headers: z
        .record(z.string().regex(/^[a-z0-9-]{1,60}$/), z.string().regex(/^[\x20-\x7e]{1,1000}$/))
        .optional(),
    }),
  );
}
export type ProviderSecrets = z.output<ReturnType<typeof providerSecrets>>;

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
