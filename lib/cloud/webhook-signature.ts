import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** The three headers of Standard Webhooks. */
export interface SignatureHeaders {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
}

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/**
 * Signs one attempt as Standard Webhooks defines it: HMAC-SHA256 over `{id}.{timestamp}.{body}`, one signature
 * per secret, newest first, so that a receiver can verify with either secret during a rotation.
 *
 * @param message `id` is the event's and the same over all attempts; `timestampSeconds` is this
 *   attempt's, in unix seconds; `body` is exactly what is sent.
 * @throws RangeError without a secret, or if the id contains a dot
 */
export function signWebhook(
  message: {
    readonly id: string;
    readonly timestampSeconds: number;
    readonly body: string | Uint8Array;
  },
  secrets: readonly string[],
): SignatureHeaders {
  if (secrets.length === 0) throw new RangeError("A webhook is never sent unsigned.");
  if (message.id === "" || message.id.includes(".")) throw new RangeError("Bad webhook id.");
  if (!Number.isSafeInteger(message.timestampSeconds)) throw new RangeError("Bad timestamp.");
  const head = `${message.id}.${message.timestampSeconds}.`;
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac("sha256", keyOf(secret)).update(head).update(message.body).digest("base64")}`,
  );
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestampSeconds),
    "webhook-signature": signatures.join(" "),
  };
}

/**
 * Refuses anything but our own format: any other key would produce signatures that cannot be verified. Returns a
 * `KeyObject`, because Node 24 tests bytes for being a key with a slow exception.
 */
function keyOf(secret: string): KeyObject {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  if (!secret.startsWith(SECRET_PREFIX) || key.length !== SECRET_BYTES) {
    throw new RangeError("Not a webhook secret.");
  }
  return createSecretKey(key);
}
