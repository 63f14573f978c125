import type { PublicReceipt } from "../../contract/routes/public-pages.ts";
import { notFound } from "../../domain/errors.ts";
import { normaliseReceiptCode } from "../../domain/tokens.ts";
import { checkoutIdByReceiptCode, getCheckout } from "../../store/checkouts.ts";
import { instant } from "../checkouts/present.ts";
import { table } from "../deps.ts";
import { confirmedBy } from "./words.ts";

/**
 * What a receipt code stands for, without a word about the customer.
 *
 * @param typed in whatever spelling a person has, percent-encoded or not
 * @throws ServiceError `not_found`
 */
export async function loadReceipt(
  typed: string,
): Promise<{ readonly receipt: PublicReceipt; readonly code: string }> {
  const code = normaliseReceiptCode(typed.replaceAll(/%20|\+/g, " "));
  const id = code && (await checkoutIdByReceiptCode(table(), code));
  const checkout = id && (await getCheckout(table(), id));
  if (!code || !checkout || checkout.verifiedAt === null) throw notFound("receipt");
  const { merchantName, amount, amountReceived, currency, verifiedAt, livemode } = checkout;
  return {
    code,
    receipt: {
      object: "receipt",
      genuine: true,
      merchant_name: merchantName,
      amount,
      amount_received: amountReceived,
      currency,
      confirmed_by: confirmedBy(checkout),
      verified_at: instant(verifiedAt),
      livemode,
    },
  };
}
