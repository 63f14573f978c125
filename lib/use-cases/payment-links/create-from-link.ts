import { createCheckoutBody } from "../../contract/schemas/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { modeOf } from "../../domain/mode.ts";
import { LINK_METADATA_KEY, linkId, type PaymentLink } from "../../domain/payment-link.ts";
import { table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { countLinkCheckout } from "../../store/payment-links.ts";
import { createCheckout } from "../checkouts/create.ts";

/**
 * Creates a checkout for a customer who opened a link. Counts it after the commit: a lost count is off by one, but in
 * the transaction all customers of a link would contend for its item.
 *
 * @param amount minor units
 * @throws ServiceError as `createCheckout`
 */
export async function createFromLink(
  link: PaymentLink,
  amount: number,
  now: number,
): Promise<Checkout> {
  const checkout = await createCheckout({
    accountId: link.accountId,
    appId: link.appId,
    mode: modeOf(link.livemode),
    body: createCheckoutBody.parse({
      amount,
      currency: link.currency,
      metadata: { [LINK_METADATA_KEY]: linkId(link.code) },
      ...(link.description === null ? {} : { description: link.description }),
    }),
    now,
    linkCode: link.code,
    alongside: () => [],
  });
  await countLinkCheckout(table(), link.code).catch((error: unknown) => {
    log("warn", "a link's checkout was not counted", errorFields(error));
  });
  return checkout;
}
