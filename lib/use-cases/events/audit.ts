import { newId } from "../../domain/ids.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { type AuditEntry, auditWrite } from "../../store/audit.ts";
import type { Write } from "../../store/transact.ts";

/** A user, by their principal or session, or another `actor`, at work on an account. */
type Who =
  | (Pick<UserPrincipal, "accountId" | "userId"> & Partial<Pick<UserPrincipal, "role">>)
  | Pick<AuditEntry, "accountId" | "actor">;

/**
 * Records an action, in the transaction of the action. `action` is noun.verb; `at` in ms. The dashboard says in
 * the user's language what happened, so `note` is a code, a number, a name, or what a person wrote: never our words.
 */
export function audit(
  who: Who,
  action: string,
  objectId: string,
  at: number,
  note?: string,
): Write {
  return auditWrite({
    id: newId("aud_", at, randomBytes(10)),
    accountId: who.accountId,
    actor: "actor" in who ? who.actor : who.userId,
    ...("role" in who && who.role !== undefined ? { role: who.role } : {}),
    action,
    objectId,
    ...(note === undefined ? {} : { note }),
    at,
  });
}
