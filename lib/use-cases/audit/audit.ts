import { newId } from "../../domain/ids.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { auditWrite } from "../../store/audit.ts";
import type { Write } from "../../store/transact.ts";

/**
 * Records a user's action, in the transaction of the action. `action` is noun.verb; `at` in ms. The dashboard says in
 * the user's language what happened, so `note` is a code, a number, a name, or what a person wrote: never our words.
 */
export function audit(
  who: Pick<UserPrincipal, "accountId" | "userId">,
  action: string,
  objectId: string,
  at: number,
  note?: string,
): Write {
  return auditWrite({
    id: newId("aud_", at, randomBytes(10)),
    accountId: who.accountId,
    actor: who.userId,
    action,
    objectId,
    ...(note === undefined ? {} : { note }),
    at,
  });
}
