import { notFound } from "../../domain/errors.ts";
import { table } from "../../pipeline/deps.ts";
import { readable } from "../../pipeline/may-read.ts";
import type { Principal } from "../../pipeline/principal.ts";
import { type App, getAppWithMethods } from "../../store/apps.ts";
import type { StoredMethod } from "../../store/payment-methods.ts";

interface AppWithMethods {
  readonly app: App;
  readonly methods: readonly StoredMethod[];
}

/** Reads an app with its payment methods. @throws ServiceError `not_found` */
export async function loadApp(principal: Principal, appId: number): Promise<AppWithMethods> {
  const found = await getAppWithMethods(table(), principal.accountId, appId);
  const app = readable(principal, found?.app, "app");
  return { app, methods: found?.methods ?? [] };
}

/** Reads a payment method of an app. @throws ServiceError `not_found` */
export async function loadMethod(
  principal: Principal,
  appId: number,
  id: string,
): Promise<{ readonly app: App; readonly method: StoredMethod }> {
  const { app, methods } = await loadApp(principal, appId);
  const method = methods.find((candidate) => candidate.id === id);
  if (!method) throw notFound("payment method");
  return { app, method };
}
