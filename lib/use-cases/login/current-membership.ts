import { type Membership, membershipOf } from "../../domain/membership.ts";
import type { User } from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { getMember } from "../../store/members.ts";
import type { Session } from "../../store/sessions.ts";

/** The account that a session works in, with the user's rights there. */
export type CurrentMembership = Membership & { readonly accountId: string };

/** The membership of a session's account; null if it has ended. */
export async function currentMembership(
  user: User,
  { accountId }: Pick<Session, "accountId">,
): Promise<CurrentMembership | null> {
  const row = await getMember(table(), accountId, user.id);
  const membership = membershipOf(user, accountId, row);
  return membership && { accountId, ...membership };
}
