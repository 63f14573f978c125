import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * What is kept of a login code: HMAC-SHA256 with a pepper that the table does not hold, over the phone
 * too, so that a hash copied to another row is worth nothing.
 */
export function hashLoginCode(pepper: string, phone: string, code: string): string {
  return createHmac("sha256", pepper).update(`login-code\0${phone}\0${code}`).digest("hex");
}

/** A digest of a phone number that cannot be turned back without the pepper. */
export function hashPhone(pepper: string, phone: string): string {
  return createHmac("sha256", pepper).update(`phone\0${phone}`).digest("hex");
}

/** Compares two hex digests in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, "hex"), Buffer.from(b, "hex")];
  return left.length === right.length && timingSafeEqual(left, right);
}
