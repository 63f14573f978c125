import { ServiceError } from "../../domain/errors.ts";
import { membershipOf, membersOf, type Team } from "../../domain/membership.ts";
import type { ProvenLogin, User } from "../../domain/user.ts";
import { accountIsClosed } from "../../pipeline/account-is-closed.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { dropIdentityWrite } from "../../store/identities.ts";
import { getMember, getTeam, memberRowsOf, teamWrites } from "../../store/members.ts";
import { hasOpenCheckout } from "../../store/open-checkouts.ts";
import { revokeSessionsOf } from "../../store/sessions.ts";
import { transact, type Write } from "../../store/transact.ts";
import { changeUserWrite, closeAccountWrite } from "../../store/users.ts";
import { endAccess, searchOrphansLater } from "../apps/remove-app.ts";
import { audit } from "../audit/audit.ts";

/**
 * Closes an account: ends its keys and endpoints, then in one transaction the account, its memberships and, unless the
 * owner works in another account, their logins; then their sessions. A later sign-up with one of the logins creates a new account without sign-up credits. A retry after
 * a crash does the rest. `cancelOrphans` cancels a checkout that is created meanwhile.
 *
 * @throws ServiceError `conflict` while a checkout of the account is unsettled, or after a lost race
 */
export async function closeAccount(who: UserPrincipal, user: User, now: number): Promise<void> {
  if (await hasOpenCheckout(table(), who.accountId, null, now)) {
    throw new ServiceError("conflict", "A checkout of this account is still open or in review.");
  }
  const team = await getTeam(table(), who.accountId);
  if (team === null) throw accountIsClosed();
  const isElsewhere = await hasOtherAccount(user, who.accountId);
  await endAccess(table(), who.accountId, now);
  await searchOrphansLater(who.accountId, null);
  const commit = await transact(table(), [
    ...(isElsewhere ? [] : closeUserWrites(user, now)),
    closeAccountWrite(who.accountId, now),
    ...endTeamWrites(team, now),
    audit(who, "account.closed", who.accountId, now),
  ]);
  assertCommitted(commit);
  await Promise.all([
    ...(isElsewhere ? [] : [revokeSessionsOf(table(), user.id, now)]),
    endAccess(table(), who.accountId, now),
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
