import { notFound } from "../../domain/errors.ts";
import { codeOfLinkId, normalizeShortCode, type PaymentLink } from "../../domain/payment-link.ts";
import { now, table } from "../../pipeline/deps.ts";
import { readable } from "../../pipeline/may-read.ts";
import type { Principal } from "../../pipeline/principal.ts";
import { getShortTarget, type ShortTarget } from "../../store/payment-links.ts";

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
