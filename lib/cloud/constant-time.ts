import { timingSafeEqual } from "node:crypto";

/** Compares two secret texts; how long it takes tells nothing but their lengths. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
