import type { PublicReceipt } from "../../contract/schemas/receipt.ts";
import type { Brand } from "../../domain/checkout-terms.ts";
import { notFound } from "../../domain/errors.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { normalizeReceiptCode } from "../../domain/tokens.ts";
import { table } from "../../pipeline/deps.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { checkoutIdByReceiptCode } from "../../store/receipt-codes.ts";
import { confirmedBy } from "./words.ts";

/**
 * Loads the receipt of a code, without anything about the customer.
 *
 * @param typed the code in any spelling, percent-encoded or not
 * @throws ServiceError `not_found`
 */
export async function loadReceipt(typed: string): Promise<{
  readonly receipt: PublicReceipt;
  readonly code: string;
  readonly brand: Brand | undefined;
}> {
  const code = normalizeReceiptCode(typed.replaceAll(/%20|\+/g, " "));
  const id = code && (await checkoutIdByReceiptCode(table(), code));
  const checkout = id && (await getCheckout(table(), id));
  if (!code || !checkout || checkout.verifiedAt === null) throw notFound("receipt");
  const { merchantName, amount, amountReceived, payments, currency, verifiedAt, livemode } =
    checkout;
  return {
    code,
    brand: checkout.brand,
    receipt: {
      object: "receipt",
      genuine: true,
      merchant_name: merchantName,
      amount,
      amount_received: amountReceived,
      currency,
      payments: payments
        .filter(({ state }) => state === "counted")
        .map(({ provider, amount: part, paidAt }) => ({
          provider,
          amount: part,
          paid_at: instantOrNull(paidAt),
        })),
      confirmed_by: confirmedBy(checkout),
      verified_at: instant(verifiedAt),
      livemode,
    },
  };
}
