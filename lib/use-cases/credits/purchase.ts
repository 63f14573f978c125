import { createCheckoutBody } from "../../contract/schemas/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { writePurchase } from "../../domain/purchase.ts";
import { environment } from "../../pipeline/environment.ts";
import { log } from "../../pipeline/log.ts";
import type { Write } from "../../store/transact.ts";
import { createCheckout } from "../checkouts/create.ts";

/** Long enough to visit a bank. */
const EXPIRES_IN_SECONDS = 86_400;

/** Price of one credit, in minor units; null if credits are not sold. */
export function priceOfCredit(): { readonly amount: number; readonly currency: string } | null {
  const { config, defaultCurrency } = environment();
  const { operatorAccountId, operatorAppId, creditPrice } = config;
  const isSold = operatorAccountId !== null && operatorAppId !== null;
  return isSold ? { amount: creditPrice, currency: defaultCurrency } : null;
}

interface Order {
  readonly accountId: string;
  readonly credits: number;
  readonly now: number;
  readonly alongside: (checkout: Checkout) => readonly Write[];
}

/**
 * Creates a checkout of the operator's app for the price of the credits. They are granted when it is verified.
 *
 * @throws ServiceError `not_found` if credits are not sold; `service_unavailable` if the operator's app can't
 * take payments
 */
export async function orderCredits({
  accountId,
  credits,
  now,
  alongside,
}: Order): Promise<Checkout> {
  const { operatorAccountId, operatorAppId } = environment().config;
  const price = priceOfCredit();
  if (operatorAccountId === null || operatorAppId === null || price === null) {
    throw notFound("sale of credits");
  }
  try {
    return await createCheckout({
      accountId: operatorAccountId,
      appId: operatorAppId,
      mode: "live",
      body: createCheckoutBody.parse({
        amount: credits * price.amount,
        currency: price.currency,
        description: `${credits} credits`,
        expires_in: EXPIRES_IN_SECONDS,
        metadata: { account_id: accountId, credits: String(credits) },
      }),
      now,
      purchaseId: writePurchase({ accountId, credits }),
      alongside,
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || !OPERATORS_FAULT.has(error.code)) throw error;
    log("error", "credits cannot be sold", { code: error.code });
    throw new ServiceError("service_unavailable", "Credits cannot be bought right now.", {
      retryAfterSeconds: 300,
    });
  }
}

/** Not the buyer's fault: the operator's app is deleted, or has no payment method or no credits. */
const OPERATORS_FAULT = new Set(["not_found", "insufficient_credits", "invalid_request"]);
