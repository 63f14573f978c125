import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import * as z from "zod";

const ALGORITHM = "aes-256-gcm";
const VERSION = "v1";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const key = z.base64().refine((text) => Buffer.from(text, "base64").length === KEY_BYTES, {
  error: "must be the base64 of 32 bytes",
});

/**
 * Keys for encryption at rest, as Secrets Manager stores them. To rotate: add a key, make it `current`, and
 * remove the old one once nothing encrypted with it is left.
 */
export const Keyring = z
  .strictObject({
    current: z.string(),
    keys: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,32}$/), key),
  })
  .refine((ring) => Object.hasOwn(ring.keys, ring.current), {
    error: "has no key of the id that `current` names",
  });

export type Keyring = z.infer<typeof Keyring>;

/** Why a box did not open. A wrong key or context is reported as `tampered` too. */
export type SecretBoxErrorCode = "malformed" | "unknown_key" | "tampered";

/** The box could not be opened. The error contains nothing of its content. */
export class SecretBoxError extends Error {
  override readonly name = "SecretBoxError";
  readonly code: SecretBoxErrorCode;

  constructor(code: SecretBoxErrorCode) {
    super(`A secret at rest could not be read: ${code}.`);
    this.code = code;
  }
}

/**
 * Encrypts with AES-256-GCM under the current key: `v1.{kid}.{base64url of nonce, text, tag}`. `context` (the
 * endpoint's id, say) is authenticated but not stored, so a box that is copied to another item does not open there.
 */
export function seal(plain: string, context: string, ring: Keyring): string {
  const kid = ring.current;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(ring, kid), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated(kid, context));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  const packed = Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url");
  return `${VERSION}.${kid}.${packed}`;
}

/** Decrypts a box that `seal` made with the same context, with the key it names. */
export function open(box: string, context: string, ring: Keyring): string {
  const { kid, packed } = unpack(box);
  const secretKey = keyOf(ring, kid);
  const nonce = packed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, secretKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associated(kid, context));
  decipher.setAuthTag(packed.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(packed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    throw new SecretBoxError("tampered");
  }
}

/**
 * Runs `use` with `ring`, a cached copy. If that has no key of the id that a box names, runs it again with the copy that
 * `reread` returns: the keyring may have been rotated since.
 */
export async function withKeyring<T>(
  ring: Keyring,
  reread: () => Promise<Keyring>,
  use: (ring: Keyring) => T,
): Promise<T> {
  try {
    return use(ring);
  } catch (error) {
    if (!(error instanceof SecretBoxError && error.code === "unknown_key")) throw error;
    return use(await reread());
  }
}

function unpack(box: string): { kid: string; packed: Buffer } {
  const [version, kid, text, ...more] = box.split(".");
  const packed = Buffer.from(text ?? "", "base64url");
  const whole = version === VERSION && kid !== undefined && more.length === 0;
  if (!whole || packed.length < NONCE_BYTES + TAG_BYTES) throw new SecretBoxError("malformed");
  return { kid, packed };
}

/** A `KeyObject`, because Node 24 tests bytes for being a key with a slow exception. */
function keyOf(ring: Keyring, kid: string): KeyObject {
  const text = Object.hasOwn(ring.keys, kid) ? ring.keys[kid] : undefined;
  if (text === undefined) throw new SecretBoxError("unknown_key");
  return createSecretKey(text, "base64");
}

function associated(kid: string, context: string): Buffer {
  return Buffer.from(`${VERSION}.${kid}.${context}`, "utf8");
}

/**
 * The stored form of a login code: HMAC-SHA256 over code and phone, with a pepper that is not in the table.
 * A hash that is copied to another phone's item does not match there.
 */
export function hashLoginCode(pepper: string, phone: string, code: string): string {
  return createHmac("sha256", pepper).update(`login-code\0${phone}\0${code}`).digest("hex");
}

/** A digest of a phone number that cannot be reversed without the pepper. */
export function hashPhone(pepper: string, phone: string): string {
  return createHmac("sha256", pepper).update(`phone\0${phone}`).digest("hex");
}

/** Compares two secret texts; how long it takes tells nothing but their lengths. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
