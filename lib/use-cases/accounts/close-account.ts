import type * as z from "zod";
import type { auditEntry, sessionEntry } from "../../contract/schemas/login.ts";
import { maskNumber } from "../../domain/account-number.ts";
import { modeOf } from "../../domain/checkout.ts";
import { ServiceError } from "../../domain/errors.ts";
import { isId } from "../../domain/ids.ts";
import { instant } from "../../domain/instant.ts";
import type { Payment } from "../../domain/payment.ts";
import {
  type Account,
  membershipOf,
  membersOf,
  type ProvenLogin,
  type Team,
  type User,
} from "../../domain/user.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { accountIsClosed } from "../../pipeline/endpoint.ts";
import { environment } from "../../pipeline/environment.ts";
import { errorFields, log, logUnreadable } from "../../pipeline/log.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { allAccounts, CLOSED_KEPT_MS } from "../../store/accounts.ts";
import { appsOf } from "../../store/apps.ts";
import { attemptList } from "../../store/attempts.ts";
import type { AuditEntry } from "../../store/audit.ts";
import { checkoutLists } from "../../store/checkout-item.ts";
import { hasOpenCheckout } from "../../store/checkout-lists.ts";
import { claimItemKey, receiptCodeKey } from "../../store/claims.ts";
import { appPartition } from "../../store/deliveries.ts";
import { attemptPartition } from "../../store/delivery-attempts.ts";
import type { OnUnreadable } from "../../store/due.ts";
import { eventList, eventLists } from "../../store/event-lists.ts";
import { dropIdentityWrite } from "../../store/identities.ts";
import { noticePartitions } from "../../store/notices.ts";
import { openAmountPartition } from "../../store/open-amounts.ts";
import { linkKey } from "../../store/payment-links.ts";
import {
  deleteItem,
  deletePartition,
  forEachItem,
  itemsOf,
  OutOfTime,
} from "../../store/recoveries.ts";
import { revokeSessionsOf, type Session } from "../../store/sessions.ts";
import { partitionOf } from "../../store/stats.ts";
import { type Item, isRefused, transact, type Write } from "../../store/transact.ts";
import {
  changeUserWrite,
  closeAccountWrite,
  getMember,
  getTeam,
  getUser,
  getUsers,
  isHeld,
  memberRowsOf,
  notHeldCheck,
  teamWrites,
} from "../../store/users.ts";
import { endAccess, endKeys, HELD, searchOrphansLater, UNSETTLED } from "../apps/remove-app.ts";
import { shortUrlCode } from "../checkouts/create-from-link.ts";
import { hasOpenPurchase } from "../credits/purchases.ts";
import { audit } from "../events/audit.ts";

/** Closes an account for its owner, see `endAccount`. @throws ServiceError `conflict` */
export async function closeAccount(who: UserPrincipal, owner: User, now: number): Promise<void> {
  const { accountId } = who;
  const audits = [audit(who, "account.closed", accountId, now)];
  await endAccount({ accountId, owner, audits, now });
}

interface Ending {
  readonly accountId: string;
  /** One of its owners: their logins end with it. */
  readonly owner: User;
  readonly audits: readonly Write[];
  readonly now: number;
}

/**
 * Closes an account: ends its keys, then in one transaction the account, its memberships and, unless the owner works in
 * another account, their logins; then their sessions and the endpoints, which a payment that refuses the closing needs. A
 * later sign-up with one of the logins creates a new account without sign-up credits. After a crash, a retry or
 * `deleteClosedAccounts` does the rest. `cancelOrphans` cancels a checkout that is created meanwhile.
 *
 * @throws ServiceError `conflict` while a checkout or a purchase of the account is unsettled, or after a lost race
 */
export async function endAccount({ accountId, owner, audits, now }: Ending): Promise<void> {
  if (await hasOpenCheckout(table(), accountId, null, now)) {
    throw new ServiceError("conflict", `A checkout of this account ${UNSETTLED}`);
  }
  if (await hasOpenPurchase(accountId, now)) {
    throw new ServiceError(
      "conflict",
      "A purchase of credits is still open or in review. If it is not paid, it ends a day after it began.",
    );
  }
  if (await isHeld(table(), accountId, now)) throw new ServiceError("conflict", HELD);
  const team = await getTeam(table(), accountId);
  if (team === null) throw accountIsClosed();
  const isElsewhere = await hasOtherAccount(owner, accountId);
  await endKeys(table(), accountId, now);
  await searchOrphansLater(accountId, null);
  const commit = await transact(table(), [
    ...(isElsewhere ? [] : closeUserWrites(owner, now)),
    closeAccountWrite(accountId, now),
    notHeldCheck(accountId, now),
    ...endTeamWrites(team, now),
    ...audits,
  ]);
  if (isRefused(commit, "hold")) throw new ServiceError("conflict", HELD);
  assertCommitted(commit);
  await Promise.all([
    ...(isElsewhere ? [] : [revokeSessionsOf(table(), owner.id, now)]),
    endAccess(table(), accountId, now),
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

const OPERATOR = "operator:";

export function presentSessionEntry(
  session: Session,
  currentId: string,
): z.output<typeof sessionEntry> {
  return {
    id: session.id,
    object: "session",
    current: session.id === currentId,
    login: session.login,
    user_agent: session.userAgent,
    created_at: instant(session.createdAt),
    last_used_at: instant(session.rotatedAt),
    expires_at: instant(session.expiresAt),
  };
}

/** Presents entries with the names of the users in them. */
export async function presentAudit(entries: readonly AuditEntry[]) {
  const ids = entries.map(({ actor }) => actor).filter((actor) => isId("usr_", actor));
  const users = await getUsers(table(), ids);
  const known = new Map(users.map((user) => [user.id, user]));
  return (entry: AuditEntry): z.output<typeof auditEntry> => ({
    id: entry.id,
    object: "audit_entry",
    action: entry.action,
    actor: {
      ...actorOf(entry.actor),
      name: known.get(entry.actor)?.name ?? known.get(entry.actor)?.telegram?.name ?? null,
      phone: maskNumber(known.get(entry.actor)?.phone ?? null),
      role: entry.role ?? null,
    },
    object_id: entry.objectId,
    note: entry.note ?? null,
    created_at: instant(entry.at),
  });
}

function actorOf(actor: string) {
  if (actor.startsWith(OPERATOR)) {
    return { kind: "operator" as const, id: actor.slice(OPERATOR.length) };
  }
  return actor === "system"
    ? { kind: "system" as const, id: null }
    : { kind: "user" as const, id: actor };
}

/** Failures of one run, which goes on with the other accounts and fails at its end, so that its alarm fires. */
export interface Failures {
  /** Logs and counts an item that is skipped. */
  readonly unreadable: OnUnreadable;
  /** Does an account's work; logs and counts its failure. */
  during(accountId: string, work: () => Promise<unknown>): Promise<void>;
  /** @throws the first failure, if there was one */
  raise(): void;
}

export function collectFailures(): Failures {
  const errors: unknown[] = [];
  return {
    unreadable: (error) => {
      errors.push(error);
      logUnreadable(error);
    },
    during: async (accountId, work) => {
      try {
        await work();
      } catch (error) {
        errors.push(error);
        log("error", "account skipped", { account_id: accountId, ...errorFields(error) });
      }
    },
    raise: () => {
      if (errors.length > 0) throw errors[0];
    },
  };
}

/**
 * Deletes the data of accounts that were closed 30 days ago. It keeps the digest of a login that has had its sign-up
 * credits, and what expires within 90 days and names no person: the progress of recoveries. The account item goes
 * last, so that the next run repeats one that was cut off.
 *
 * During the 30 days each run revokes keys again: the index that lists them lags, so a key created just before
 * the closing may have been missed, and the authorizer does not check the account's status.
 *
 * An account takes at most half of the remaining time, so that a large one does not block the others.
 *
 * @param until `performance.now()` at which to stop; the next run continues
 * @throws the first failure, after the other accounts
 */
export async function deleteClosedAccounts(now: number, until: number): Promise<void> {
  const due: Account[] = [];
  const failures = collectFailures();
  for await (const account of allAccounts(table(), failures.unreadable)) {
    if (performance.now() > until) break;
    if (account.closedAt === null) continue;
    if (account.closedAt + CLOSED_KEPT_MS <= now) due.push(account);
    else await failures.during(account.id, () => endAccess(table(), account.id, now));
  }
  for (const account of due) {
    const at = performance.now();
    if (at > until) break;
    await failures.during(account.id, async () => {
      const isDeleted = await isDeletedBy(account, at + (until - at) / 2);
      if (isDeleted) log("info", "account deleted", { account_id: account.id });
    });
  }
  failures.raise();
}

/** False if its time ran out. */
async function isDeletedBy(account: Account, until: number): Promise<boolean> {
  try {
    await deleteAccount(account, until);
    return true;
  } catch (error) {
    if (error instanceof OutOfTime) return false;
    throw error;
  }
}

async function deleteAccount({ id, ownerId }: Account, until: number): Promise<void> {
  const remove = (partition: string, index?: "gsi1" | "gsi2") =>
    deletePartition(table(), partition, until, index);
  const listed = await appsOf(table(), id);
  const apps = listed.map(({ appId }) => appId);
  for (const appId of apps) {
    await forEachItem(itemsOf(table(), appPartition(appId), "gsi2"), until, async (delivery) => {
      await remove(attemptPartition(String(delivery.sk)));
      await deleteItem(table(), delivery);
    });
  }
  for (const mode of ["live", "test"] as const) {
    for (const list of apps.map(checkoutLists(id, mode).app)) {
      await forEachItem(itemsOf(table(), list, "gsi2"), until, deleteCheckout);
    }
    await remove(eventList(id, null, mode));
    for (const list of listed.flatMap((app) => eventLists(id, app, mode))) await remove(list);
    await remove(partitionOf({ accountId: id, mode }));
  }
  for await (const link of itemsOf(table(), `LNA#${id}`, "gsi1")) await remove(String(link.pk));
  for await (const { entity, appId } of itemsOf(table(), `APP#${id}`)) {
    if (entity === "app") await remove(`LOGO#${appId}`);
  }
  await remove(`KEYS#${id}`, "gsi1");
  for (const kind of ["APP", "WHK", "ISS", "AUD", "CRD", "BKS"]) await remove(`${kind}#${id}`);
  for (const partition of noticePartitions(id)) await remove(partition);
  await remove(openAmountPartition(id));
  await deleteTeam(id, ownerId, until);
  await remove(`ACC#${id}`);
}

/**
 * Deletes the members, and the user for whom the account was made. A user who works in another account stays, and so does
 * their ended row: without it they would own this account again.
 */
async function deleteTeam(id: string, ownerId: string, until: number): Promise<void> {
  const owner = await getUser(table(), ownerId);
  const stays = owner !== null && owner.closedAt === null;
  for await (const item of itemsOf(table(), `MEM#${id}`)) {
    if (!stays || item.sk !== ownerId) await deleteItem(table(), item);
  }
  if (stays) return;
  await deletePartition(table(), `SEU#${ownerId}`, until, "gsi1");
  await deletePartition(table(), `USR#${ownerId}`, until);
}

/** With its attempts, receipt code, claims, fingerprints and short URL; the item that lists it goes last. */
async function deleteCheckout(listed: Item): Promise<void> {
  const partitions = [String(listed.pk), attemptList(String(listed.gsi2sk))];
  const items = (await Promise.all(partitions.map(allOf))).flat();
  const { accountId, livemode } = items.find(({ sk }) => sk === listed.sk) ?? {};
  const scope = { accountId: String(accountId), mode: modeOf(livemode === true) };
  for (const { token, receiptCode, payments, fingerprints } of items) {
    if (typeof token === "string") await deleteItem(table(), linkKey(shortUrlCode(token)));
    if (typeof receiptCode === "string") await deleteItem(table(), receiptCodeKey(receiptCode));
    const claims = listOf<Pick<Payment, "claims">>(payments).flatMap((payment) => payment.claims);
    for (const key of claims) await deleteItem(table(), claimItemKey(scope, key));
    for (const pk of listOf<string>(fingerprints)) await deleteItem(table(), { pk, sk: "FPR" });
  }
  for (const item of items) if (item.sk !== listed.sk) await deleteItem(table(), item);
  await deleteItem(table(), listed);
}

async function allOf(partition: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of itemsOf(table(), partition)) items.push(item);
  return items;
}

function listOf<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? value : [];
}
