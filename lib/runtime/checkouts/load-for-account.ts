import type { Checkout } from "../../domain/checkout-terms.ts";
import { notFound } from "../../domain/errors.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { table } from "../deps.ts";

/** A checkout of this account, in either mode; any other one looks like none. */
export async function loadForAccount(id: string, accountId: string): Promise<Checkout> {
  const checkout = await getCheckout(table(), id);
  if (checkout?.accountId !== accountId) throw notFound("checkout");
  return checkout;
}
