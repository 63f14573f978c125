import { type App, getAppWithMethods, type StoredMethod } from "../../store/apps.ts";
import { getAccount } from "../../store/users.ts";
import { table } from "../deps.ts";

interface OpenShop {
  readonly app: App;
  readonly methods: readonly StoredMethod[];
}

/** An app that may take payments; null when there is none, it was deleted, or its account was closed. */
export async function readOpenShop(accountId: string, appId: number): Promise<OpenShop | null> {
  const [found, account] = await Promise.all([
    getAppWithMethods(table(), accountId, appId),
    getAccount(table(), accountId),
  ]);
  const isClosed = account !== null && account.closedAt !== null;
  return isClosed ? null : found;
}
