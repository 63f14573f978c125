import { isSameSecret } from "../../cloud/secret-box.ts";
import type { Brand, Checkout } from "../../domain/checkout.ts";
import { invalidField, notFound } from "../../domain/errors.ts";
import { parseCheckoutToken } from "../../domain/tokens.ts";
import { table } from "../../pipeline/deps.ts";
import { type KeyPrincipal, type Principal, readable } from "../../pipeline/principal.ts";
import { type App, getAppWithMethods } from "../../store/apps.ts";
import { getCheckout } from "../../store/checkouts.ts";
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
