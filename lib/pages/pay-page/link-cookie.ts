import { graceEndsAt } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { pageCookie, readPageCookie } from "./page-cookie.ts";

const NAME = "pay_link";

/**
 * Remembers the checkout that this browser has created from a link, as long as it takes references. Those who pay,
 * close the page and scan the link again find it: a new checkout would refuse their payment as too old.
 *
 * @param path of the link's page; the cookie is sent to its address without the last slash, as printed, too
 * @param now ms
 */
export function linkCookie(path: string, checkout: Checkout, now: number): string {
  const seconds = Math.max(0, Math.floor((graceEndsAt(checkout) - now) / 1000));
  return pageCookie({
    name: NAME,
    path: path.replace(/\/$/, ""),
    value: checkout.token,
    seconds,
    sameSite: "Lax",
  });
}

/** The token of that checkout, as the browser sent it, or null. */
export function readLinkCookie(header: string | undefined): string | null {
  return readPageCookie(NAME, header);
}
