import { newId } from "../domain/ids.ts";
import { auditWrite } from "../store/audit.ts";
import type { Write } from "../store/transact.ts";
import { randomBytes } from "./deps.ts";
import type { UserPrincipal } from "./principal.ts";

/** Notes what the logged-in user does; goes into the transaction that does it. */
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
