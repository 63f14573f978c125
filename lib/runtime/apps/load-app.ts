import { notFound } from "../../domain/errors.ts";
import { type App, getAppWithMethods, type StoredMethod } from "../../store/apps.ts";
import { table } from "../deps.ts";

/** An app of this account with its payment methods. @throws ServiceError `not_found` */
export async function loadApp(accountId: string, appId: number) {
  const found = await getAppWithMethods(table(), accountId, appId);
  if (!found) throw notFound("app");
  return found;
}

/** A payment method of an app of this account. @throws ServiceError `not_found` */
export async function loadMethod(
  accountId: string,
  appId: number,
  id: string,
): Promise<{ readonly app: App; readonly method: StoredMethod }> {
  const { app, methods } = await loadApp(accountId, appId);
  const method = methods.find((candidate) => candidate.id === id);
  if (!method) throw notFound("payment method");
  return { app, method };
}
