import { newId } from "../../domain/ids.ts";
import { auditWrite } from "../../store/audit.ts";
import type { Write } from "../../store/transact.ts";
import { randomBytes } from "../deps.ts";
import type { UserPrincipal } from "../principal.ts";

/** Who did what to an endpoint or a delivery, for the transaction that does it. */
export function auditOf(
  principal: UserPrincipal,
  action: `webhook.${string}`,
  objectId: string,
  at: number,
): Write {
  const { accountId, userId: actor } = principal;
  return auditWrite({
    id: newId("aud_", at, randomBytes(10)),
    accountId,
    actor,
    action,
    objectId,
    at,
  });
}
