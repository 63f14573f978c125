import { type Membership, membershipOf } from "../../domain/membership.ts";
import type { User } from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { getMember, memberRowsOf } from "../../store/members.ts";
import { type Session, sessionAccountWrite } from "../../store/sessions.ts";
import { transact } from "../../store/transact.ts";

/** The account that a session works in, with the user's rights there. */
export type CurrentMembership = Membership & { readonly accountId: string };

/**
 * The membership of a session's account. After it has ended, the session works in another account of the user: the one
 * made for them, else the one that they joined first. Null without any.
 */
export async function currentMembership(
  user: User,
  { id, accountId }: Pick<Session, "id" | "accountId">,
): Promise<CurrentMembership | null> {
  const current = await membershipIn(user, accountId);
  if (current !== null) return current;
  const other = await anyMembership(user);
  if (other === null) return null;
  const moved = await transact(table(), [sessionAccountWrite(id, other.accountId)]);
  return moved.committed ? other : null;
}

/** A membership of the user; null if they have no account left. */
export async function anyMembership(user: User): Promise<CurrentMembership | null> {
  const own = await membershipIn(user, user.accountId);
  if (own !== null) return own;
  const rows = await memberRowsOf(table(), user.id);
  for (const { accountId } of rows.toSorted((a, b) => a.joinedAt - b.joinedAt)) {
    const joined = await membershipIn(user, accountId);
    if (joined !== null) return joined;
  }
  return null;
}

async function membershipIn(user: User, accountId: string): Promise<CurrentMembership | null> {
  const membership = membershipOf(user, accountId, await getMember(table(), accountId, user.id));
  return membership && { accountId, ...membership };
}
