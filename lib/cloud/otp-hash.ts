import { createHmac, timingSafeEqual } from "node:crypto";

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
