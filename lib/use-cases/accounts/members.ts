import { notFound, ServiceError } from "../../domain/errors.ts";
import {
  isLastOwner,
  type Member,
  type MemberRole,
  openOffer,
  type ProvenLogin,
  type User,
} from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { getSession } from "../../store/sessions.ts";
import { audit } from "../events/audit.ts";
import { changeTeam, lastOwner, requireApps, requireMember, requireRoleChange } from "./team.ts";

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
    requireRoleChange(team, who, before.role, after.role);
    if (after.role !== "owner" && isLastOwner(team, userId)) throw lastOwner();
    if (after.role === "owner" && after.apps !== null) {
      throw new ServiceError("conflict", "An owner works with all apps.");
    }
    const note = `${before.role} → ${after.role}`;
    return {
      changed: { members: [after] },
      alongside: [audit(who, "member.changed", userId, now, note)],
      result: null,
    };
  });
}

/** @throws ServiceError `not_found`, `forbidden`, `conflict` for the last owner and for oneself */
export async function removeMember(who: UserPrincipal, userId: string, now: number): Promise<void> {
  await changeTeam(who.accountId, (team) => {
    const member = requireMember(team, userId);
    requireRoleChange(team, who, member.role);
    if (isLastOwner(team, userId)) throw lastOwner();
    if (userId === who.userId) {
      throw new ServiceError("conflict", "You can't remove yourself. Leave the account instead.");
    }
    return {
      changed: { members: [{ ...member, endedAt: now, offer: null }] },
      alongside: [audit(who, "member.removed", userId, now, member.role)],
      result: null,
    };
  });
}

/** @throws ServiceError `not_found`, `conflict` for the last owner */
export async function leaveAccount(userId: string, accountId: string, now: number): Promise<void> {
  await changeTeam(accountId, (team) => {
    const member = requireMember(team, userId);
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
      throw new ServiceError("conflict", "This member is an owner already.");
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

/**
 * Whether a fresh proof is enough to accept an ownership: it is of the user's own login, and of the one that the session
 * did not begin with, where they have two. A phone number changes hands: its new holder can log in by its code, and must
 * not get the account with another code to the same phone.
 */
export async function provesOwner(
  who: UserPrincipal,
  user: User,
  login: ProvenLogin,
): Promise<boolean> {
  const isOwn =
    login.kind === "phone"
      ? login.phone === user.phone
      : login.profile.subject === user.telegram?.subject;
  if (!isOwn) return false;
  const hasTwo = user.phone !== null && user.telegram !== null;
  const session = await getSession(table(), who.sessionId);
  return !hasTwo || (session !== null && session.login !== login.kind);
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
