import { invalidField } from "../../domain/errors.ts";
import type { KeyPrincipal } from "../principal.ts";

/** The app that a new checkout belongs to: the key's own, or the one named with an account-wide key. */
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
