import { type Grant, grantOf, type Permission } from "../contract/roles.ts";
import { ServiceError } from "../domain/errors.ts";
import type { UserPrincipal } from "./principal.ts";

/**
 * What the caller's role may do of a permission. A route without one, which does not compile, lets nobody in.
 *
 * @throws ServiceError `forbidden`
 */
export function requirePermission(
  { role }: UserPrincipal,
  permission: Permission | undefined,
): Exclude<Grant, false> {
  const grant = permission === undefined ? false : grantOf(role, permission);
  if (grant === false) {
    throw new ServiceError("forbidden", `The role ${role} does not allow this.`);
  }
  return grant;
}
