import { invalidField } from "../../domain/errors.ts";
import type { KeyPrincipal } from "../../pipeline/principal.ts";

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
