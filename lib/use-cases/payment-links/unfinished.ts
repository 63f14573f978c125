import { acceptsPayment } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import type { PaymentLink } from "../../domain/payment-link.ts";
import { findByToken } from "../checkouts/load.ts";

/** The checkout with this token, if it came from this link and still takes references at `now` (ms). */
export async function findUnfinished(
  link: PaymentLink,
  token: string,
  now: number,
): Promise<Checkout | null> {
  const checkout = await findByToken(token);
  return checkout?.linkCode === link.code && acceptsPayment(checkout, now) ? checkout : null;
}
