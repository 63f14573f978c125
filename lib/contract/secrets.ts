import * as z from "zod";

/**
 * What stands in the secrets that code reads as JSON. The first value of each is made by the
 * deployment, so its form has to be one that `GenerateSecretString` can make: a fixed template with
 * one random text in it.
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
