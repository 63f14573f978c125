import type { PaymentLinkAnswer } from "../../contract/schemas/payment-link.ts";
import { instant } from "../../domain/instant.ts";
import { linkId, type PaymentLink } from "../../domain/payment-link.ts";
import { environment } from "../../pipeline/environment.ts";

export function presentLink(link: PaymentLink): PaymentLinkAnswer {
  const url = shortUrl(link.code);
  return {
    id: linkId(link.code),
    object: "payment_link",
    app_id: link.appId,
    livemode: link.livemode,
    url,
    card_url: `${url}/card/`,
    amount: link.amount,
    currency: link.currency,
    description: link.description,
    active: link.active,
    checkouts_count: link.checkoutsCount,
    verified_count: link.verifiedCount,
    created_at: instant(link.createdAt),
  };
}

/** Without a trailing slash: people type it from print. */
export function shortUrl(code: string): string {
  return `${environment().publicBaseUrl}/p/${code}`;
}
