import { decodeBase32, encodeBase32 } from "./base32.ts";
import { isId } from "./ids.ts";

const ID_BODY_LENGTH = 26;
const MIN_SECRET_BYTES = 16;
const MAX_SECRET_BYTES = 64;
const CODE_BYTES = 10;

/** Contents of a pay page's token: the checkout, and the secret that grants access to it. */
export interface CheckoutToken {
  readonly checkoutId: string;
  /** Compare it in constant time with the checkout's. */
  readonly secret: Uint8Array;
}

/**
 * Makes the last segment of `pay_url`: the body of the checkout's id and a secret of 16..64 bytes. Lower-case
 * letters and digits only, so that it survives an SMS.
 *
 * @throws RangeError for another kind of id, or another length
 */
export function checkoutToken(checkoutId: string, secret: Uint8Array): string {
  if (!isId("co_", checkoutId)) throw new RangeError("not the id of a checkout");
  if (!isSecretLength(secret.length)) throw new RangeError("the secret needs 16 to 64 bytes");
  return checkoutId.slice("co_".length) + encodeBase32(secret);
}

/** Parses a token; null if it is malformed. Does not check that the token is valid. */
export function parseCheckoutToken(token: string): CheckoutToken | null {
  const checkoutId = `co_${token.slice(0, ID_BODY_LENGTH)}`;
  if (!isId("co_", checkoutId)) return null;
  const secret = decodeBase32(token.slice(ID_BODY_LENGTH));
  return secret !== null && isSecretLength(secret.length) ? { checkoutId, secret } : null;
}

/**
 * Makes the code with which anyone can check a receipt of this service: `7K3M-9QWX-0ABC-D5EF`, 80 bits.
 * `random` is at least 10 bytes of a cryptographic source.
 *
 * @throws RangeError for fewer bytes
 */
export function receiptCode(random: Uint8Array): string {
  if (random.length < CODE_BYTES) throw new RangeError("a receipt code needs 10 random bytes");
  return grouped(encodeBase32(random.subarray(0, CODE_BYTES)).toUpperCase());
}

/**
 * Normalizes a typed receipt code: ignores case, spaces and dashes, and reads O as 0, I and L as 1 (Crockford).
 * Null if it is not a code.
 */
export function normalizeReceiptCode(text: string): string | null {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? grouped(plain) : null;
}

function grouped(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, "$1-");
}

function isSecretLength(bytes: number): boolean {
  return bytes >= MIN_SECRET_BYTES && bytes <= MAX_SECRET_BYTES;
}
