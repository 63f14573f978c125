import { table } from "../../pipeline/deps.ts";
import { type App, getAppWithMethods } from "../../store/apps.ts";
import type { StoredMethod } from "../../store/payment-methods.ts";
import { getAccount } from "../../store/users.ts";

interface OpenShop {
  readonly app: App;
  readonly methods: readonly StoredMethod[];
  /** The account has a paired phone. */
  readonly isPaired: boolean;
}

/** An app with its payment methods; null if it does not exist or was deleted, or its account is closed. */
export async function readOpenShop(accountId: string, appId: number): Promise<OpenShop | null> {
  const [found, account] = await Promise.all([
    getAppWithMethods(table(), accountId, appId),
    getAccount(table(), accountId),
  ]);
  const isClosed = account !== null && account.closedAt !== null;
  return isClosed || found === null ? null : { ...found, isPaired: account?.paired === true };
}
