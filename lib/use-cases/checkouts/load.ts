import { isSameSecret } from "../../cloud/otp-hash.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { notFound } from "../../domain/errors.ts";
import { parseCheckoutToken } from "../../domain/tokens.ts";
import { table } from "../../pipeline/deps.ts";
import { readable } from "../../pipeline/may-read.ts";
import type { Principal } from "../../pipeline/principal.ts";
import { getCheckout } from "../../store/checkouts.ts";

/** Reads a checkout. @throws ServiceError `not_found` */
export async function loadCheckout(principal: Principal, id: string): Promise<Checkout> {
  return readable(principal, await getCheckout(table(), id), "checkout");
}

/** Reads the checkout of a pay page's token. @throws ServiceError `not_found` */
export async function loadByToken(token: string): Promise<Checkout> {
  const checkout = await findByToken(token);
  if (checkout === null) throw notFound("checkout");
  return checkout;
}

/** The checkout of a pay page's token, or null. */
export async function findByToken(token: string): Promise<Checkout | null> {
  const parsed = parseCheckoutToken(token);
  const checkout = parsed && (await getCheckout(table(), parsed.checkoutId));
  return checkout && isSameSecret(checkout.token, token) ? checkout : null;
}
