import type * as z from "zod";
import type { auditEntry, sessionEntry } from "../../contract/schemas/account.ts";
import { isId } from "../../domain/ids.ts";
import { instant } from "../../domain/instant.ts";
import { table } from "../../pipeline/deps.ts";
import type { AuditEntry } from "../../store/audit.ts";
import type { Session } from "../../store/sessions.ts";
import { getUsers } from "../../store/users.ts";

const OPERATOR = "operator:";

export function presentSessionEntry(
  session: Session,
  currentId: string,
): z.output<typeof sessionEntry> {
  return {
    id: session.id,
    object: "session",
    current: session.id === currentId,
    login: session.login,
    user_agent: session.userAgent,
    created_at: instant(session.createdAt),
    last_used_at: instant(session.rotatedAt),
    expires_at: instant(session.expiresAt),
  };
}

/** Presents entries with the names of the users in them. */
export async function presentAudit(entries: readonly AuditEntry[]) {
  const ids = entries.map(({ actor }) => actor).filter((actor) => isId("usr_", actor));
  const users = await getUsers(table(), ids);
  const names = new Map(
    users.map(({ id, name, telegram }) => [id, name ?? telegram?.name ?? null]),
  );
  return (entry: AuditEntry): z.output<typeof auditEntry> => ({
    id: entry.id,
    object: "audit_entry",
    action: entry.action,
    actor: {
      ...actorOf(entry.actor),
      name: names.get(entry.actor) ?? null,
      role: entry.role ?? null,
    },
    object_id: entry.objectId,
    note: entry.note ?? null,
    created_at: instant(entry.at),
  });
}

function actorOf(actor: string) {
  if (actor.startsWith(OPERATOR)) {
    return { kind: "operator" as const, id: actor.slice(OPERATOR.length) };
  }
  return actor === "system"
    ? { kind: "system" as const, id: null }
    : { kind: "user" as const, id: actor };
}
