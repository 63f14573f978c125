import { maskNumber } from "../../domain/account-number.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import {
  type Account,
  type Invitation,
  type Member,
  OFFER_LIFETIME_MS,
  openOffer,
  type Team,
  type User,
} from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { listAudit } from "../../store/audit.ts";
import { listSessions } from "../../store/sessions.ts";
import { getUsers } from "../../store/users.ts";
import type { listMemberships } from "./memberships.ts";
import { loadTeam, requireMember } from "./team.ts";

/** Entries of the audit log among which a member's last one is looked for. */
const LATEST_CHANGES = 500;
/** Sessions of a member, newest first, among which those of the account are looked for. */
const LATEST_SESSIONS = 20;

/** Presents members, with the names of their users and what they last did. */
export async function presentMembers(
  team: Team,
  members: readonly Member[],
  who: UserPrincipal,
  now: number,
) {
  const ids = members.map(({ userId }) => userId);
  const latest = { limit: LATEST_CHANGES, internal: true } as const;
  const [users, changes, active] = await Promise.all([
    getUsers(table(), ids),
    listAudit(table(), who.accountId, latest, now),
    Promise.all(ids.map((id) => lastActive(who.accountId, id, now))),
  ]);
  return members.map((member, place) => {
    const user = users.find(({ id }) => id === member.userId);
    const change = changes.data.find(({ actor }) => actor === member.userId);
    return {
      ...presentMember(team, member, user, who, now),
      last_active_at: instantOrNull(active[place] ?? null),
      last_change_at: instantOrNull(change?.at ?? null),
    };
  });
}

/** When a session of a user in this account was last renewed, ms: sessions note it anyway. Null without an active one. */
async function lastActive(accountId: string, userId: string, now: number): Promise<number | null> {
  const page = { limit: LATEST_SESSIONS, internal: true } as const;
  const sessions = await listSessions(table(), userId, page, now);
  const times = sessions.data
    .filter((session) => session.accountId === accountId)
    .map(({ rotatedAt }) => rotatedAt);
  return times.length === 0 ? null : Math.max(...times);
}

/** Presents one member as stored now. @throws ServiceError `not_found` */
export async function presentMemberNow(who: UserPrincipal, userId: string, now: number) {
  const team = await loadTeam(who.accountId);
  const member = requireMember(team, userId);
  const [user] = await getUsers(table(), [userId]);
  return presentMember(team, member, user, who, now);
}

function presentMember(
  team: Team,
  member: Member,
  user: User | undefined,
  who: UserPrincipal,
  now: number,
) {
  const offer = openOffer(team, member, now);
  return {
    id: member.userId,
    object: "member" as const,
    name: user?.name ?? user?.telegram?.name ?? null,
    phone: maskNumber(user?.phone ?? null),
    telegram_username: user?.telegram?.username ?? null,
    role: member.role,
    apps: member.apps && [...member.apps],
    current: member.userId === who.userId,
    ownership_offered_until: offer && instant(offer.at + OFFER_LIFETIME_MS),
    joined_at: member.joinedAt === 0 ? null : instant(member.joinedAt),
  };
}

export function presentInvitation(invitation: Invitation) {
  return {
    id: invitation.id,
    object: "invitation" as const,
    role: invitation.role,
    apps: invitation.apps && [...invitation.apps],
    phone: maskNumber(invitation.phone),
    telegram_username: invitation.telegramUsername,
    invited_by: invitation.createdBy,
    created_at: instant(invitation.createdAt),
    expires_at: instant(invitation.expiresAt),
  };
}

type Listed = Awaited<ReturnType<typeof listMemberships>>[number];

export function presentMembership(
  { accountId, role, appNames, offer }: Listed,
  who: UserPrincipal,
) {
  return {
    account_id: accountId,
    object: "membership" as const,
    role,
    app_names: appNames,
    current: accountId === who.accountId,
    ownership_offered_until: offer && instant(offer.at + OFFER_LIFETIME_MS),
  };
}

export function presentAccount({ id, approvalLimit, createdAt }: Account) {
  return {
    id,
    object: "account" as const,
    approval_limit: approvalLimit ?? null,
    created_at: instant(createdAt),
  };
}

/** A list that has one page. */
export function onlyPage<T>(data: T[]) {
  return { object: "list" as const, data, has_more: false, next_cursor: null };
}
