import { notFound } from "../../domain/errors.ts";
import { type Member, membershipOf, openOffer, type User } from "../../domain/user.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { listApps } from "../../store/apps.ts";
import { getSession, type Session, sessionAccountWrite } from "../../store/sessions.ts";
import { transact } from "../../store/transact.ts";
import { changeUserWrite, getMember, getTeam, memberRowsOf } from "../../store/users.ts";

/** The accounts in which a user has a role, the one made for them first. */
export async function listMemberships(user: User, now: number) {
  const rows = await memberRowsOf(table(), user.id);
  const accounts = new Set([user.accountId, ...rows.map(({ accountId }) => accountId)]);
  const all = await Promise.all([...accounts].map((id) => describe(user, id, now)));
  return all.filter((each) => each !== null);
}

async function describe(user: User, accountId: string, now: number) {
  const team = await getTeam(table(), accountId);
  const row = team?.rows.find(({ userId }) => userId === user.id) ?? null;
  const membership = membershipOf(user, accountId, row);
  if (team === null || membership === null) return null;
  const names = await appNamesOf(accountId);
  const shown = names.filter(({ appId }) => membership.apps?.includes(appId) ?? true);
  const offer = row && openOffer(team, row as Member, now);
  return {
    ...{ accountId, role: membership.role, offer, suspended: team.suspended },
    appNames: shown.slice(0, 3).map(({ name }) => name),
  };
}

/**
 * Makes another account that of a session, and the first one of the user's next sign-ins. From then on, tokens for the account before are refused; a request that is
 * already running ends in the account that it began in.
 *
 * @throws ServiceError `not_found` for an account in which the user has no role
 */
export async function switchAccount(
  who: UserPrincipal,
  user: User,
  accountId: string,
): Promise<Session> {
  const row = await getMember(table(), accountId, user.id);
  if (membershipOf(user, accountId, row) === null) throw notFound("account");
  assertCommitted(
    await transact(table(), [
      sessionAccountWrite(who.sessionId, accountId),
      changeUserWrite(user, { lastAccountId: accountId }),
    ]),
  );
  const session = await getSession(table(), who.sessionId);
  if (session === null) throw notFound("session");
  return session;
}

/** The first apps of an account with their names, newest first: people recognize an account by its shops. */
export async function appNamesOf(
  accountId: string,
): Promise<readonly { readonly appId: number; readonly name: string }[]> {
  const { data } = await listApps(table(), accountId, { limit: 100, internal: true });
  return data;
}
