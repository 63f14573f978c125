import type { User } from "./user.ts";

/** Roles of members; `contract/roles.ts` says what each may do. */
export type MemberRole = "owner" | "manager" | "developer" | "cashier" | "accountant";

/** Members of an account at a time, the owner included. */
export const MAX_MEMBERS = 50;
/** Invitations of an account that can still be accepted. */
export const MAX_INVITATIONS = 20;
/** An invitation and an offer of ownership can be accepted for this long. */
export const OFFER_LIFETIME_MS = 7 * 86_400_000;
/** Random bytes of an invitation's link. */
export const INVITATION_SECRET_BYTES = 16;

/** A user's place in an account, as stored. Times in ms. */
export interface Member {
  readonly accountId: string;
  readonly userId: string;
  readonly role: MemberRole;
  /** Ids of the only apps that the member works with; null for all. */
  readonly apps: readonly number[] | null;
  readonly joinedAt: number;
  /** When the member left or was removed; null for a member. Kept: an account's own user without a row is its owner. */
  readonly endedAt: number | null;
  /** An owner's offer of the ownership; null for none. */
  readonly offer: OwnershipOffer | null;
}

interface OwnershipOffer {
  /** The owner's user id. */
  readonly by: string;
  readonly at: number;
  /** Whether that owner stays one; otherwise they become a manager. */
  readonly staysOwner: boolean;
}

/** Someone who may join an account by a link. Times in ms. */
export interface Invitation {
  readonly id: string;
  readonly accountId: string;
  /** Hex SHA-256 of the link's secret. */
  readonly secretHash: string;
  readonly role: Exclude<MemberRole, "owner">;
  readonly apps: readonly number[] | null;
  /** E.164: only a user with this phone can accept; null for anyone. */
  readonly phone: string | null;
  /** In lower case, without `@`: only a user of this name can accept; null for anyone. */
  readonly telegramUsername: string | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Everyone in an account. `version` counts changes: a change names the version that it was decided on. */
export interface Team {
  readonly accountId: string;
  /** The user for whom the account was made. */
  readonly ownUserId: string;
  readonly version: number;
  /** Rows, ended ones too. */
  readonly rows: readonly Member[];
  readonly invitations: readonly Invitation[];
}

/** The rights of a member. */
export type Membership = Pick<Member, "role" | "apps">;

/**
 * The rights of a user in an account; null for no member. The only place of this rule: the user for whom the account was
 * made is its owner without a row, so that signing up, and every account of one person, needs no member row.
 */
export function membershipOf(
  user: Pick<User, "id" | "accountId">,
  accountId: string,
  row: Member | null,
): Membership | null {
  if (row !== null) {
    const isTheirs = row.userId === user.id && row.accountId === accountId;
    return isTheirs && row.endedAt === null ? { role: row.role, apps: row.apps } : null;
  }
  return user.accountId === accountId ? { role: "owner", apps: null } : null;
}

/** The members of a team, with the owner who has no row, oldest first. */
export function membersOf(team: Team): readonly Member[] {
  const { accountId, ownUserId: userId } = team;
  const own = membershipOf({ id: userId, accountId }, accountId, rowOf(team, userId));
  const hasRow = rowOf(team, userId) !== null;
  const implied = { accountId, userId, joinedAt: 0, endedAt: null, offer: null };
  return [
    ...(own !== null && !hasRow ? [{ ...implied, ...own }] : []),
    ...team.rows.filter(({ endedAt }) => endedAt === null),
  ].toSorted((one, other) => one.joinedAt - other.joinedAt);
}

/** A member by their user's id; null for none. */
export function memberOf(team: Team, userId: string): Member | null {
  return membersOf(team).find((member) => member.userId === userId) ?? null;
}

/** Whether an account would have no owner without this member. */
export function isLastOwner(team: Team, userId: string): boolean {
  const owners = membersOf(team).filter(({ role }) => role === "owner");
  return owners.length === 1 && owners[0]?.userId === userId;
}

/** Invitations that can be accepted at `now`. */
export function openInvitations(team: Team, now: number): readonly Invitation[] {
  return team.invitations.filter(({ expiresAt }) => expiresAt > now);
}

/** An offer of ownership that can be accepted at `now`: its owner is still one. */
export function openOffer(team: Team, member: Member, now: number): OwnershipOffer | null {
  const { offer } = member;
  if (offer === null || offer.at + OFFER_LIFETIME_MS <= now) return null;
  return memberOf(team, offer.by)?.role === "owner" ? offer : null;
}

function rowOf({ rows }: Team, userId: string): Member | null {
  return rows.find((row) => row.userId === userId) ?? null;
}
