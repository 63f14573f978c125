import { isSameSecret } from "../../cloud/secret-box.ts";
import { type Brand, type Checkout, GRACE_MS, type NoticeTerms } from "../../domain/checkout.ts";
import { invalidField, notFound } from "../../domain/errors.ts";
import { MAX_AMOUNT_MINOR } from "../../domain/money.ts";
import { MAX_NOTICE_LIMIT } from "../../domain/notice-fit.ts";
import { parseCheckoutToken } from "../../domain/tokens.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { type KeyPrincipal, type Principal, readable } from "../../pipeline/principal.ts";
import { type App, getAppWithMethods } from "../../store/apps.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { amountsBetween, type OpenAmount } from "../../store/open-amounts.ts";
import type { StoredMethod } from "../../store/payment-methods.ts";
import { getAccount } from "../../store/users.ts";

/** Reads a checkout. @throws ServiceError `not_found` */
export async function loadCheckout(principal: Principal, id: string): Promise<Checkout> {
  return readable(principal, await getCheckout(table(), id), "checkout");
}

/** Reads the checkout of a pay page's token. @throws ServiceError `not_found` */
export async function loadByToken(token: string): Promise<Checkout> {
  const checkout = await findByToken(token);
  if (checkout === null) throw notFound("checkout");
  return checkout;
}

/** The checkout of a pay page's token, or null. `read` is how it is read: see `glanceAtCheckout`. */
export async function findByToken(token: string, read = getCheckout): Promise<Checkout | null> {
  const parsed = parseCheckoutToken(token);
  const checkout = parsed && (await read(table(), parsed.checkoutId));
  return checkout && isSameSecret(checkout.token, token) ? checkout : null;
}

/** The app of a new checkout: the key's app, or for an account-wide key the named one. @throws ServiceError */
export function appOf(key: KeyPrincipal, named: number | undefined): number {
  if (key.appId === null) {
    if (named === undefined) throw invalidField("app_id", "is required with an account-wide key");
    return named;
  }
  if (named !== undefined && named !== key.appId) {
    throw invalidField("app_id", "is not the app that this key belongs to");
  }
  return key.appId;
}

/** The brand to store with a checkout; empty for a shop without logo and color, to save storage. */
export function brandOf({ appId, logo, color }: App): { readonly brand?: Brand } {
  if (!logo && !color) return {};
  return { brand: { logo: logo ? `${appId}-${logo}` : null, color: color ?? null } };
}

interface OpenShop {
  readonly app: App;
  readonly methods: readonly StoredMethod[];
  /** The account has a paired phone. */
  readonly isPaired: boolean;
  /** An operator has suspended the account: it opens no checkout. */
  readonly isSuspended: boolean;
}

/** An app with its payment methods; null if it does not exist or was deleted, or its account is closed. */
export async function readOpenShop(accountId: string, appId: number): Promise<OpenShop | null> {
  const [found, account] = await Promise.all([
    getAppWithMethods(table(), accountId, appId),
    getAccount(table(), accountId),
  ]);
  const isClosed = account !== null && account.closedAt !== null;
  if (isClosed || found === null) return null;
  const isSuspended = account?.suspended !== undefined;
  return { ...found, isPaired: account?.paired === true, isSuspended };
}

/** Cents that make an amount distinct: at least one, so that a round payment at the counter is never meant. */
const MOST_ADDED = 99;

/**
 * Prepares a live checkout of an account with a paired phone. With `distinct_amounts` it asks for 1 to 99 cents more, an
 * amount that no other open checkout of the account asks for, and if possible none that has expired within a day, whose
 * customer may pay late. If all are taken, it asks for the amount itself, and no notice can identify it by its amount.
 */
export async function noticeTerms(
  app: App,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  now: number,
): Promise<{ readonly amount: number; readonly notices: NoticeTerms }> {
  const limit = Math.min(app.noticeLimit ?? 0, MAX_NOTICE_LIMIT);
  const plain = { amount, notices: { limit, distinct: false } };
  const [low, high] = [amount + 1, amount + MOST_ADDED];
  if (app.distinctAmounts !== true || high > MAX_AMOUNT_MINOR) return plain;
  const amounts = { currency, low, high };
  const asked = await amountsBetween(table(), app.accountId, amounts, now - GRACE_MS);
  const all = Array.from({ length: MOST_ADDED }, (_, index) => low + index);
  const without = (taken: readonly OpenAmount[]) =>
    all.filter((one) => taken.every((row) => row.amount !== one));
  const unused = without(asked);
  const free = unused.length > 0 ? unused : without(asked.filter((row) => row.expiresAt > now));
  if (free.length === 0) return plain;
  const chosen = free[Buffer.from(randomBytes(4)).readUInt32BE() % free.length] ?? amount;
  return { amount: chosen, notices: { limit, distinct: true } };
}
