import type { User } from "./user.ts";

/** Roles of members; `contract/roles.ts` says what each may do. */
export type MemberRole = "owner" | "manager" | "developer" | "cashier" | "accountant";

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
