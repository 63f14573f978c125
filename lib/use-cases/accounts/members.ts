import { grantOf } from "../../contract/roles.ts";
import { maskNumber } from "../../domain/account-number.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import {
  type Account,
  type Invitation,
  isLastOwner,
  type Member,
  type MemberRole,
  memberOf,
  OFFER_LIFETIME_MS,
  openOffer,
  type Suspension,
  type Team,
  type User,
} from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { listAudit } from "../../store/audit.ts";
import { listSessions } from "../../store/sessions.ts";
import { getUsers } from "../../store/users.ts";
import { revokeApiKeysOf } from "../apps/api-keys.ts";
import { audit } from "../events/audit.ts";
import type { listMemberships } from "./memberships.ts";
import {
  changeTeam,
  lastOwner,
  loadTeam,
  requireApps,
  requireMember,
  requireRights,
} from "./team.ts";

interface MemberChange {
  readonly role?: Exclude<MemberRole, "owner"> | undefined;
  readonly apps?: readonly number[] | null | undefined;
}

/**
 * Changes a member's role or apps.
 *
 * @throws ServiceError `not_found`, `forbidden`, `conflict` for the last owner
 */
export async function changeMember(
  who: UserPrincipal,
  userId: string,
  { role, apps }: MemberChange,
  now: number,
): Promise<void> {
  if (apps !== undefined) await requireApps(who, apps);
  await changeTeam(who.accountId, (team) => {
    const before = requireMember(team, userId);
    const after: Member = {
      ...before,
      role: role ?? before.role,
      apps: apps === undefined ? before.apps : apps,
      offer: null,
    };
    requireRights(team, who, before, after);
    if (after.role !== "owner" && isLastOwner(team, userId)) throw lastOwner();
    if (after.role === "owner" && after.apps !== null) {
      throw new ServiceError("conflict", "An owner has access to all apps.");
    }
    const note = `${before.role} → ${after.role}`;
    return {
      changed: { members: [after] },
      alongside: [audit(who, "member.changed", userId, now, note)],
      result: null,
    };
  });
}

/**
 * Removes a member and, with `revokesKeys`, revokes the API keys that they made. The keys go first, so that a retry after a
 * crash does the rest, and again at the end for those made in between.
 *
 * @throws ServiceError `not_found`, `forbidden`, `conflict` for the last owner and for oneself
 */
export async function removeMember(
  who: UserPrincipal,
  userId: string,
  revokesKeys: boolean,
  now: number,
): Promise<void> {
  if (revokesKeys) {
    const team = await loadTeam(who.accountId);
    requireRemovable(team, who, userId);
    requireDevelopers(team, who);
    await revokeApiKeysOf(who, userId, now);
  }
  await changeTeam(who.accountId, (team) => {
    const member = requireRemovable(team, who, userId);
    return {
      changed: { members: [{ ...member, endedAt: now, offer: null }] },
      alongside: [audit(who, "member.removed", userId, now, member.role)],
      result: null,
    };
  });
  if (revokesKeys) await revokeApiKeysOf(who, userId, now);
}

function requireRemovable(team: Team, who: UserPrincipal, userId: string): Member {
  const member = requireMember(team, userId);
  requireRights(team, who, member);
  if (isLastOwner(team, userId)) throw lastOwner();
  if (userId === who.userId) {
    throw new ServiceError("conflict", "You can't remove yourself. Leave the account instead.");
  }
  return member;
}

/** The stored role counts, not the token's. */
function requireDevelopers(team: Team, who: UserPrincipal): void {
  if (grantOf(requireMember(team, who.userId).role, "developers") === true) return;
  throw new ServiceError("forbidden", "Your role can't revoke API keys.");
}

/** @throws ServiceError `not_found`, `conflict` for the last owner */
export async function leaveAccount(userId: string, accountId: string, now: number): Promise<void> {
  await changeTeam(accountId, (team) => {
    const member = memberOf(team, userId);
    if (member === null) throw notFound("account");
    if (isLastOwner(team, userId)) throw lastOwner();
    return {
      changed: { members: [{ ...member, endedAt: now, offer: null }] },
      alongside: [
        audit({ accountId, userId, role: member.role }, "member.left", userId, now, member.role),
      ],
      result: null,
    };
  });
}

/** Offers the ownership to a member. @throws ServiceError `not_found`, `conflict` for an owner */
export async function offerOwnership(
  who: UserPrincipal,
  userId: string,
  staysOwner: boolean,
  now: number,
): Promise<void> {
  await changeTeam(who.accountId, (team) => {
    const member = requireMember(team, userId);
    if (member.role === "owner") {
      throw new ServiceError("conflict", "This member is already an owner.");
    }
    const offer = { by: who.userId, at: now, staysOwner };
    return {
      changed: { members: [{ ...member, offer }] },
      alongside: [audit(who, "ownership.offered", userId, now)],
      result: null,
    };
  });
}

/** Ends the offer to a member, withdrawn by an owner or declined by the member. @throws ServiceError `not_found` */
export async function endOffer(who: UserPrincipal, userId: string, now: number): Promise<void> {
  await changeTeam(who.accountId, (team) => {
    const member = requireMember(team, userId);
    if (openOffer(team, member, now) === null) throw notFound("offer");
    const isOwn = userId === who.userId;
    return {
      changed: { members: [{ ...member, offer: null }] },
      alongside: [audit(who, isOwn ? "ownership.declined" : "ownership.withdrawn", userId, now)],
      result: null,
    };
  });
}

/** Accepts an offer of ownership: the owner who made it becomes a manager, or stays. @throws ServiceError `not_found` */
export async function acceptOwnership(who: UserPrincipal, now: number): Promise<void> {
  await changeTeam(who.accountId, (team) => {
    const member = requireMember(team, who.userId);
    const offer = openOffer(team, member, now);
    if (offer === null) throw notFound("offer");
    const before = requireMember(team, offer.by);
    const owner: Member = { ...member, role: "owner", apps: null, offer: null };
    const members = offer.staysOwner
      ? [owner]
      : [owner, { ...before, role: "manager" as const, offer: null }];
    return {
      changed: { members },
      alongside: [audit(who, "ownership.accepted", who.userId, now, offer.by)],
      result: null,
    };
  });
}

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
  { accountId, role, appNames, offer, suspended }: Listed,
  who: UserPrincipal,
) {
  return {
    account_id: accountId,
    object: "membership" as const,
    role,
    app_names: appNames,
    current: accountId === who.accountId,
    suspended: presentSuspension(suspended),
    ownership_offered_until: offer && instant(offer.at + OFFER_LIFETIME_MS),
  };
}

/** A suspension, for the account's members and for operators. */
export function presentSuspension(suspended: Suspension | undefined) {
  return suspended ? { at: instant(suspended.at), reason: suspended.reason } : null;
}

/** @param currency of the limit: the service's own */
export function presentAccount({ id, approvalLimit, createdAt }: Account, currency: string) {
  return {
    id,
    object: "account" as const,
    approval_limit: approvalLimit ?? null,
    currency,
    created_at: instant(createdAt),
  };
}

/** A list that has one page. */
export function onlyPage<T>(data: T[]) {
  return { object: "list" as const, data, has_more: false, next_cursor: null };
}
