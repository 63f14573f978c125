import { type Grant, grantOf, type Permission, type Role } from "../../../lib/contract/roles.ts";
import type { Session } from "./api-client.ts";
import { useLivemode } from "./layout/mode.tsx";
import { type TextKey, t } from "./texts/t.ts";
import { useUser } from "./use-session.ts";

/** What a user may do of a permission. The service decides; the page only leaves out what it would refuse. */
export function grantFor(user: Session["user"], permission: Permission): Grant {
  // No role includes it: the service's configuration names who may. Older services don't say.
  return permission === "operate" ? user.operator === true : grantOf(user.role, permission);
}

/** What the user may do of a permission. */
export function useGrant(permission: Permission): Grant {
  return grantFor(useUser(), permission);
}

/** Whether the user may do something in the current mode: developers create checkouts in test mode only. */
export function useMay(permission: Permission): boolean {
  const livemode = useLivemode();
  const grant = useGrant(permission);
  return grant === "test_only" ? !livemode : grant !== false;
}

const ROLE_KEYS: Readonly<Record<Role, TextKey>> = {
  owner: "team.owner",
  manager: "team.manager",
  developer: "team.developer",
  cashier: "team.cashier",
  accountant: "team.accountant",
};

/** A role's name; its code for one that this version does not know. */
export function roleName(role: Role): string {
  const key = ROLE_KEYS[role];
  return key === undefined ? role : t(key);
}
