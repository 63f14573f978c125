import { timingSafeEqual } from "node:crypto";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { notFound } from "../../domain/errors.ts";
import { parseCheckoutToken } from "../../domain/tokens.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { table } from "../deps.ts";
import type { KeyPrincipal } from "../principal.ts";

/** A checkout that this API key may see; any other one looks like none. */
export async function loadForKey(id: string, key: KeyPrincipal): Promise<Checkout> {
  const checkout = await getCheckout(table(), id);
  const visible =
    checkout?.accountId === key.accountId &&
    checkout.livemode === (key.mode === "live") &&
    (key.appId === null || checkout.appId === key.appId);
  if (!checkout || !visible) throw notFound("checkout");
  return checkout;
}

/** The checkout that a pay page's token opens. */
export async function loadByToken(token: string): Promise<Checkout> {
  const parsed = parseCheckoutToken(token);
  const checkout = parsed && (await getCheckout(table(), parsed.checkoutId));
  if (!checkout || !sameToken(checkout.token, token)) throw notFound("checkout");
  return checkout;
}

function sameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
