import { createHash } from "node:crypto";
import { createCheckoutBody } from "../../contract/schemas/checkout.ts";
import { type Checkout, modeOf } from "../../domain/checkout.ts";
import { ServiceError } from "../../domain/errors.ts";
import {
  LINK_METADATA_KEY,
  linkId,
  type PaymentLink,
  shortCode,
} from "../../domain/payment-link.ts";
import { table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { countLinkCheckout, putCheckoutLink } from "../../store/payment-links.ts";
import { createCheckout } from "./create.ts";

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
