import { createHash } from "node:crypto";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import { shortCode } from "../../domain/payment-link.ts";
import { table } from "../../pipeline/deps.ts";
import { putCheckoutLink } from "../../store/payment-links.ts";

/** As long as customers' data is kept, so that a payer can still open the receipt. */
const KEPT_MS = 400 * 86_400_000;

/** The code of a checkout's short URL. It derives from the token, so that sharing twice gives the same code. */
export function shortUrlCode(token: string): string {
  return shortCode(createHash("sha256").update(`short url of ${token}`).digest());
}

/**
 * Creates the short URL of a checkout and returns its code.
 *
 * @throws ServiceError `internal` if another target has the code (60 bits)
 */
export async function shareCheckout({ token, createdAt }: Checkout): Promise<string> {
  const code = shortUrlCode(token);
  if (await putCheckoutLink(table(), code, token, createdAt + KEPT_MS)) return code;
  throw new ServiceError("internal", "The short URL is taken.");
}
