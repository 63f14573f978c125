import type * as z from "zod";
import type { auditEntry, sessionEntry } from "../../contract/schemas/account.ts";
import { instant } from "../../domain/instant.ts";
import type { AuditEntry } from "../../store/audit.ts";
import type { Session } from "../../store/sessions.ts";

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

export function presentAuditEntry(entry: AuditEntry): z.output<typeof auditEntry> {
  return {
    id: entry.id,
    object: "audit_entry",
    action: entry.action,
    actor: actorOf(entry.actor),
    object_id: entry.objectId,
    note: entry.note ?? null,
    created_at: instant(entry.at),
  };
}

function actorOf(actor: string) {
  if (actor.startsWith(OPERATOR)) {
    return { kind: "operator" as const, id: actor.slice(OPERATOR.length) };
  }
  return actor === "system"
    ? { kind: "system" as const, id: null }
    : { kind: "user" as const, id: actor };
}
