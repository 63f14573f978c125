import type * as z from "zod";
import type { auditEntry, sessionEntry } from "../../contract/schemas/login.ts";
import { maskNumber } from "../../domain/account-number.ts";
import { ServiceError } from "../../domain/errors.ts";
import { isId } from "../../domain/ids.ts";
import { instant } from "../../domain/instant.ts";
import {
  membershipOf,
  membersOf,
  type ProvenLogin,
  type Team,
  type User,
} from "../../domain/user.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { accountIsClosed } from "../../pipeline/endpoint.ts";
import { environment } from "../../pipeline/environment.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import type { AuditEntry } from "../../store/audit.ts";
import { hasOpenCheckout } from "../../store/checkout-lists.ts";
import { dropIdentityWrite } from "../../store/identities.ts";
import { revokeSessionsOf, type Session } from "../../store/sessions.ts";
import { transact, type Write } from "../../store/transact.ts";
import {
  changeUserWrite,
  closeAccountWrite,
  getMember,
  getTeam,
  getUsers,
  memberRowsOf,
  teamWrites,
} from "../../store/users.ts";
import { endAccess, searchOrphansLater } from "../apps/remove-app.ts";
import { audit } from "../events/audit.ts";

/** Closes an account for its owner, see `endAccount`. @throws ServiceError `conflict` */
export async function closeAccount(who: UserPrincipal, owner: User, now: number): Promise<void> {
  const { accountId } = who;
  const audits = [audit(who, "account.closed", accountId, now)];
  await endAccount({ accountId, owner, audits, now });
}

interface Ending {
  readonly accountId: string;
  /** One of its owners: their logins end with it. */
  readonly owner: User;
  readonly audits: readonly Write[];
  readonly now: number;
}

/**
 * Closes an account: ends its keys and endpoints, then in one transaction the account, its memberships and, unless the
 * owner works in another account, their logins; then their sessions. A later sign-up with one of the logins creates a new account without sign-up credits. A retry after
 * a crash does the rest. `cancelOrphans` cancels a checkout that is created meanwhile.
 *
 * @throws ServiceError `conflict` while a checkout of the account is unsettled, or after a lost race
 */
export async function endAccount({ accountId, owner, audits, now }: Ending): Promise<void> {
  if (await hasOpenCheckout(table(), accountId, null, now)) {
    throw new ServiceError("conflict", "A checkout of this account is still open or in review.");
  }
  const team = await getTeam(table(), accountId);
  if (team === null) throw accountIsClosed();
  const isElsewhere = await hasOtherAccount(owner, accountId);
  await endAccess(table(), accountId, now);
  await searchOrphansLater(accountId, null);
  const commit = await transact(table(), [
    ...(isElsewhere ? [] : closeUserWrites(owner, now)),
    closeAccountWrite(accountId, now),
    ...endTeamWrites(team, now),
    ...audits,
  ]);
  assertCommitted(commit);
  await Promise.all([
    ...(isElsewhere ? [] : [revokeSessionsOf(table(), owner.id, now)]),
    endAccess(table(), accountId, now),
  ]);
}

function closeUserWrites(user: User, now: number): Write[] {
  return [
    changeUserWrite(user, { closedAt: now }),
    ...loginsOf(user).map((login) => dropIdentityWrite(login, user.id)),
  ];
}

/** Ends every membership, also of the owner without a row: a user who works elsewhere stays one. */
function endTeamWrites(team: Team, now: number): Write[] {
  const members = membersOf(team).map((member) => ({ ...member, endedAt: now, offer: null }));
  return teamWrites(team, { members, invitationsGone: team.invitations });
}

/** Whether the user has a role in an account beside this one. */
async function hasOtherAccount(user: User, accountId: string): Promise<boolean> {
  const rows = await memberRowsOf(table(), user.id);
  const others = new Set([user.accountId, ...rows.map((row) => row.accountId)]);
  others.delete(accountId);
  for (const other of others) {
    const row = await getMember(table(), other, user.id);
    if (membershipOf(user, other, row) !== null) return true;
  }
  return false;
}

/** A user's logins. */
export function loginsOf(user: User): readonly ProvenLogin[] {
  const { issuer } = environment().config.telegram;
  return [
    ...(user.phone === null ? [] : [{ kind: "phone" as const, phone: user.phone }]),
    ...(user.telegram === null
      ? []
      : [{ kind: "telegram" as const, issuer, profile: user.telegram }]),
  ];
}

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
  const known = new Map(users.map((user) => [user.id, user]));
  return (entry: AuditEntry): z.output<typeof auditEntry> => ({
    id: entry.id,
    object: "audit_entry",
    action: entry.action,
    actor: {
      ...actorOf(entry.actor),
      name: known.get(entry.actor)?.name ?? known.get(entry.actor)?.telegram?.name ?? null,
      phone: maskNumber(known.get(entry.actor)?.phone ?? null),
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
