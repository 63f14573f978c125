import type { PaymentLinkAnswer } from "../../contract/schemas/payment-link.ts";
import { acceptsPayment, type Checkout } from "../../domain/checkout.ts";
import { notFound } from "../../domain/errors.ts";
import { instant } from "../../domain/instant.ts";
import {
  codeOfLinkId,
  linkId,
  normalizeShortCode,
  type PaymentLink,
} from "../../domain/payment-link.ts";
import { now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { type Principal, readable } from "../../pipeline/principal.ts";
import { countLinkVerified, getShortTarget, type ShortTarget } from "../../store/payment-links.ts";
import { findByToken } from "./load.ts";

/** Reads a reusable link. @throws ServiceError `not_found` */
export async function loadLink(principal: Principal, id: string): Promise<PaymentLink> {
  const code = codeOfLinkId(id);
  const target = code === null ? null : await getShortTarget(table(), code, now());
  return readable(principal, target?.kind === "link" ? target.link : null, "payment link");
}

/** Reads the target of a short code, however it was typed. @throws ServiceError `not_found` */
export async function loadShortTarget(typed: string, at: number): Promise<ShortTarget> {
  const code = normalizeShortCode(typed);
  const target = code === null ? null : await getShortTarget(table(), code, at);
  if (target === null) throw notFound("link");
  return target;
}

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

/** The checkout with this token, if it came from this link and still takes references at `now` (ms). */
export async function findUnfinished(
  link: PaymentLink,
  token: string,
  now: number,
): Promise<Checkout | null> {
  const checkout = await findByToken(token);
  return checkout?.linkCode === link.code && acceptsPayment(checkout, now) ? checkout : null;
}

/** Counts a verified checkout at the link that created it, if one did. Safe to repeat. */
export async function countAtLink(checkout: Checkout): Promise<void> {
  const { linkCode } = checkout;
  if (linkCode !== undefined) await countLinkVerified(table(), linkCode, checkout, now());
}
