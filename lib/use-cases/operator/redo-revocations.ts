import { type User, withoutLogin } from "../../domain/user.ts";
import { findApiKey, replaceApiKeyWrite, revokeApiKeyWrite } from "../../store/api-keys.ts";
import { type AuditEntry, auditSince } from "../../store/audit.ts";
import { dropIdentityOfKind } from "../../store/identities.ts";
import { revokeAllSessions } from "../../store/sessions.ts";
import { suspendWrite } from "../../store/suspensions.ts";
import { isRefused, type Table, transact, type Write } from "../../store/transact.ts";
import { changeUserWrite, getAccount, getUser } from "../../store/users.ts";
import { endAccess } from "../apps/remove-app.ts";
import { audit } from "../events/audit.ts";

/** What a restore undid, and where to do it again. */
interface Redo {
  /** The table with the lost changes; only read. */
  readonly from: Table;
  /** The restored copy. */
  readonly to: Table;
  /** The restore point, ms. */
  readonly since: number;
  /** The operator's name, for the audit log. */
  readonly by: string;
  readonly now: number;
}

/**
 * `again`: what it took away is taken away again. `merchant`: the merchant has to do it again. `failed`: neither is known;
 * repeat the command.
 */
type Outcome = "again" | "merchant" | "failed";

interface Undone extends Omit<AuditEntry, "id" | "at"> {
  readonly at: string;
  readonly outcome: Outcome;
  /** Why it failed. */
  readonly why?: string;
}

/**
 * Takes away again what users had taken away after the restore point: API keys, the keys and endpoints of deleted apps and
 * closed accounts, and logins. Suspends accounts again. Ends all sessions, because no log has all that ended. Safe to repeat.
 *
 * @returns every audited change that the restore undid, oldest first, and what is wrong with unreadable entries
 */
export async function redoRevocations(redo: Redo): Promise<{
  readonly sessionsEnded: number;
  readonly undone: readonly Undone[];
  readonly unreadable: readonly string[];
}> {
  const sessionsEnded = await revokeAllSessions(redo.to, redo.now);
  const undone: Undone[] = [];
  const unreadable: string[] = [];
  const entries = await auditSince(redo.from, redo.since, ({ message }) =>
    unreadable.push(message),
  );
  for (const { id: _, at, ...entry } of entries) {
    const done = await redoOne(redo, entry).then(
      (outcome) => ({ outcome }),
      (error: unknown) => ({ outcome: "failed" as const, why: String(error) }),
    );
    undone.push({ at: new Date(at).toISOString(), ...entry, ...done });
  }
  return { sessionsEnded, undone, unreadable };
}

/** What `redoRevocations` would do. Changes nothing. */
export async function previewRevocations({ from, to, since }: Omit<Redo, "by" | "now">) {
  const unreadable: string[] = [];
  const entries = await auditSince(from, since, ({ message }) => unreadable.push(message));
  return {
    endsAllSessionsIn: to.name,
    changes: entries.map(({ id: _, ...entry }) => entry),
    unreadable,
  };
}

type Change = Omit<AuditEntry, "id" | "at">;

async function redoOne(redo: Redo, change: Change): Promise<Outcome> {
  const { to, now } = redo;
  const { accountId, objectId } = change;
  switch (change.action) {
    case "api_key.revoked":
    case "api_key.rotated":
      return redoKey(redo, change);
    case "login.unlinked":
      return redoUnlinking(redo, change);
    case "session.ended":
    case "session.all_ended":
      return "again";
    case "app.deleted":
      await endAccess(to, accountId, now, Number(objectId));
      return "merchant";
    case "account.closed":
      // An operator's closing is also in the log of their own account.
      await endAccess(to, objectId, now);
      return "merchant";
    case "account.suspended":
      return redoSuspension(redo, change);
    default:
      return "merchant";
  }
}

/** As it was in the lost table. Its pay pages stay behind until an operator repeats the suspension. */
async function redoSuspension(redo: Redo, { objectId }: Change): Promise<Outcome> {
  const [account, lost] = await Promise.all(
    [redo.to, redo.from].map((table) => getAccount(table, objectId)),
  );
  // Lifted later, suspended before the restore point, or created after it.
  if (!lost?.suspended || !account || account.suspended) return "again";
  // The entry may be of the operator's own log, but its members look at theirs.
  const who = operatorOf(redo, { accountId: objectId });
  return commit(redo.to, [
    suspendWrite(objectId, lost.suspended),
    audit(who, "account.suspended", objectId, redo.now, lost.suspended.reason),
  ]);
}

async function redoKey(redo: Redo, change: Change): Promise<Outcome> {
  const { accountId, objectId, note = "" } = change;
  const key = await findApiKey(redo.to, accountId, objectId);
  // Created after the restore point: the copy does not accept it.
  if (key === null) return "again";
  const who = operatorOf(redo, change);
  if (change.action === "api_key.revoked") {
    return commit(redo.to, [
      revokeApiKeyWrite(key, redo.now),
      audit(who, "api_key.revoked", objectId, redo.now, note),
    ]);
  }
  const lost = await findApiKey(redo.from, accountId, objectId);
  return commit(redo.to, [
    replaceApiKeyWrite(key, note, lost?.expiresAt ?? redo.now),
    audit(who, "api_key.rotated", objectId, redo.now, note),
  ]);
}

/** A user's last login stays, or nobody could sign in: they had added another one after the restore point. */
async function redoUnlinking(redo: Redo, change: Change): Promise<Outcome> {
  const kind = change.note === "phone" ? "phone" : "telegram";
  const [user, lost] = await Promise.all(
    [redo.to, redo.from].map((table) => getUser(table, change.actor)),
  );
  const login = loginOf(user, kind);
  // Linked again later, or after the restore point in the first place.
  if (!user || login === null || login === loginOf(lost, kind)) return "again";
  const drop = await dropIdentityOfKind(redo.to, user.id, kind);
  const other = loginOf(user, kind === "phone" ? "telegram" : "phone");
  if (drop === null || other === null) return "merchant";
  const who = operatorOf(redo, change);
  return commit(redo.to, [
    drop,
    changeUserWrite(user, withoutLogin(kind)),
    audit(who, "login.unlinked", change.objectId, redo.now, kind),
  ]);
}

function loginOf(user: User | null | undefined, kind: "phone" | "telegram"): string | null {
  return (kind === "phone" ? user?.phone : user?.telegram?.subject) ?? null;
}

function operatorOf({ by }: Redo, { accountId }: Pick<Change, "accountId">) {
  return { accountId, actor: `operator:${by}` };
}

async function commit(table: Table, writes: readonly Write[]): Promise<Outcome> {
  const result = await transact(table, writes);
  // A key that was revoked or replaced before the restore point, or by an earlier run.
  const isDone = result.committed || isRefused(result, "api_key", "replaced");
  return isDone ? "again" : "merchant";
}
