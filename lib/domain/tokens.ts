import { decodeBase32, encodeBase32 } from "./base32.ts";
import { isId } from "./ids.ts";

const ID_BODY_LENGTH = 26;
const MIN_SECRET_BYTES = 16;
const MAX_SECRET_BYTES = 64;
const CODE_BYTES = 10;

/** What the token of a pay page says: which checkout, and the proof that one may see it. */
export interface CheckoutToken {
  readonly checkoutId: string;
  /** To be compared in constant time with what the checkout keeps. */
  readonly secret: Uint8Array;
}

/**
 * The last segment of `pay_url`: the id's body (to find the checkout by) and a secret of 16..64 bytes,
 * which the id does not give away. Lower-case letters and digits only, so that it survives an SMS.
 * Throws RangeError for another id or length.
 */
export function checkoutToken(checkoutId: string, secret: Uint8Array): string {
  if (!isId("co_", checkoutId)) throw new RangeError("not the id of a checkout");
  if (!isSecretLength(secret.length)) throw new RangeError("the secret needs 16 to 64 bytes");
  return checkoutId.slice("co_".length) + encodeBase32(secret);
}

/** Takes a token apart, or null where `checkoutToken` cannot have made it. Says nothing of its truth. */
export function parseCheckoutToken(token: string): CheckoutToken | null {
  const checkoutId = `co_${token.slice(0, ID_BODY_LENGTH)}`;
  if (!isId("co_", checkoutId)) return null;
  const encoded = token.slice(ID_BODY_LENGTH);
  if (encoded.length > Math.ceil((MAX_SECRET_BYTES * 8) / 5)) return null;
  const secret = decodeBase32(encoded);
  return secret !== null && isSecretLength(secret.length) ? { checkoutId, secret } : null;
}

/**
 * The code on a paid page by which anybody can check a receipt of ours: `7K3M-9QWX-0ABC-D5EF`, 80 bits.
 * `random` are at least 10 bytes of a cryptographic source; throws RangeError for fewer.
 */
export function receiptCode(random: Uint8Array): string {
  if (random.length < CODE_BYTES) throw new RangeError("a receipt code needs 10 random bytes");
  return grouped(encodeBase32(random.subarray(0, CODE_BYTES)).toUpperCase());
}

/**
 * The one spelling of a receipt code that a person typed: case, spaces and dashes aside, O for 0 and
 * I or L for 1 understood (Crockford). Null for anything that cannot be a code.
 */
export function normaliseReceiptCode(text: string): string | null {
  if (text.length > 64) return null;
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
