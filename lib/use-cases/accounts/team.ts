import { grantOf } from "../../contract/roles.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import {
  type Invitation,
  type Member,
  type Membership,
  memberOf,
  membersOf,
  openInvitations,
  type Team,
} from "../../domain/user.ts";
import { assertCommitted, lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { appIdsOf } from "../../store/apps.ts";
import { isRefused, LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { accountIsOpenCheck, getTeam, teamWrites } from "../../store/users.ts";

/** A decision about a team: what changes, what else the transaction writes, and what the caller gets. */
export interface TeamChange<T> {
  readonly changed: Parameters<typeof teamWrites>[1];
  readonly alongside: readonly Write[];
  readonly result: T;
}

/**
 * Decides on a team as it is, and commits if it still is: of concurrent changes each sees the one before. So no two people
 * accept one invitation, and no two owners leave at once.
 *
 * @param name see `loadTeam`
 * @throws ServiceError `not_found` for an unknown or closed account, `conflict` after 12 lost races, or as `decide`
 */
export async function changeTeam<T>(
  accountId: string,
  decide: (team: Team) => TeamChange<T> | Promise<TeamChange<T>>,
  name?: string,
): Promise<T> {
  const result = await optimistically(async () => {
    const team = await loadTeam(accountId, name);
    const change = await decide(team);
    const commit = await transact(table(), [
      accountIsOpenCheck(accountId),
      ...teamWrites(team, change.changed),
      ...change.alongside,
    ]);
    if (isRefused(commit, "team")) return LOST;
    assertCommitted(commit);
    return change.result;
  });
  if (result === LOST) throw lostRace();
  return result;
}

/**
 * @param name what the error says does not exist: the same as for a stranger to an account that does
 * @throws ServiceError `not_found`
 */
export async function loadTeam(accountId: string, name = "account"): Promise<Team> {
  const team = await getTeam(table(), accountId);
  if (team === null) throw notFound(name);
  return team;
}

/** @throws ServiceError `not_found` */
export function requireMember(team: Team, userId: string): Member {
  const member = memberOf(team, userId);
  if (member === null) throw notFound("member");
  return member;
}

/**
 * Checks that a member may give or take these rights: a manager only those of a cashier, a member with some apps only
 * those of these apps. The stored membership counts, not the token's.
 *
 * @throws ServiceError `forbidden`
 */
export function requireRights(team: Team, who: UserPrincipal, ...rights: Membership[]): void {
  const refusal = refusalOf(team, who.userId, rights);
  if (refusal !== null) throw new ServiceError("forbidden", refusal);
}

/** Invitations that can be accepted at `now`: their maker is still a member with the right to make them. */
export function validInvitations(team: Team, now: number): readonly Invitation[] {
  return openInvitations(team, now).filter(
    (invitation) => refusalOf(team, invitation.createdBy, [invitation]) === null,
  );
}

function refusalOf(team: Team, userId: string, rights: readonly Membership[]): string | null {
  const self = memberOf(team, userId);
  if (self === null || !mayGive(self, rights)) {
    return "Your role can invite, change and remove cashiers only.";
  }
  const { apps: own } = self;
  return own === null || rights.every(({ apps }) => apps?.every((app) => own.includes(app)))
    ? null
    : "You are limited to some apps, and this affects others.";
}

function mayGive({ role }: Member, rights: readonly Membership[]): boolean {
  const grant = grantOf(role, "members.write");
  const isCashier = rights.every((one) => one.role === "cashier");
  return grant === true || (grant === "cashiers_only" && isCashier);
}

/**
 * Checks that apps exist and are among those of the member who limits another to them.
 *
 * @throws ServiceError `not_found`, `forbidden`
 */
export async function requireApps(
  who: UserPrincipal,
  apps: readonly number[] | null,
): Promise<void> {
  if (apps === null) {
    if (who.apps === null) return;
    throw new ServiceError("forbidden", "You are limited to some apps: choose among them.");
  }
  const known = await appIdsOf(table(), who.accountId);
  const isTheirs = (app: number) => known.includes(app) && (who.apps?.includes(app) ?? true);
  if (!apps.every(isTheirs)) throw notFound("app");
}

/**
 * Whose entries of the audit log a member sees; null for everybody's. A member with some apps sees those of members who work
 * with no others: an entry does not say which app it is about.
 */
export async function seenActors({
  accountId,
  apps: own,
}: UserPrincipal): Promise<ReadonlySet<string> | null> {
  if (own === null) return null;
  const members = membersOf(await loadTeam(accountId));
  const seen = members.filter(({ apps }) => apps?.every((app) => own.includes(app)));
  return new Set(seen.map(({ userId }) => userId));
}

/** The error for what would leave the account without an owner. */
export function lastOwner(): ServiceError {
  return new ServiceError(
    "conflict",
    "The account needs an owner. Pass its ownership to another member first.",
  );
}
