import { notFound } from "../domain/errors.ts";
import type { Principal, UserPrincipal } from "./principal.ts";

/** The attributes of an object that decide who may read it. */
export interface Owned {
  readonly accountId: string;
  /** null or absent for an object of the whole account. */
  readonly appId?: number | null;
  /** Absent for an object that API keys never read. */
  readonly livemode?: boolean;
}

/**
 * Whether a principal may read an object. A user reads all objects of their account, in both modes; as
 * a member who is limited to some apps only what belongs to these. A key reads objects of its account and mode and, unless it is account-wide, of its app.
 */
export function mayRead(principal: Principal, object: Owned): boolean {
  if (object.accountId !== principal.accountId) return false;
  if (principal.kind === "user") {
    return worksWith(principal, object.appId);
  }
  if (object.livemode !== (principal.mode === "live")) return false;
  return principal.appId === null || object.appId === principal.appId;
}

/** Whether a member works with an app; null or absent for what belongs to the whole account. */
export function worksWith({ apps }: UserPrincipal, appId: number | null | undefined): boolean {
  return apps === null || (typeof appId === "number" && apps.includes(appId));
}

/**
 * Returns the object if the principal may read it.
 *
 * @param name what the object is called in the error, e.g. `checkout`
 * @throws ServiceError `not_found` if the object is missing or belongs to another account
 */
export function readable<T extends Owned>(
  principal: Principal,
  object: T | null | undefined,
  name: string,
): T {
  if (!object || !mayRead(principal, object)) throw notFound(name);
  return object;
}
