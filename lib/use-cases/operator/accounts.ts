import { notFound, ServiceError } from "../../domain/errors.ts";
import type { Balance } from "../../domain/ledger.ts";
import { type Account, type Member, membersOf, type User } from "../../domain/user.ts";
import { listAccounts } from "../../store/accounts.ts";
import { revokeApiKeyWrite, usableApiKeys } from "../../store/api-keys.ts";
import { type App, listApps } from "../../store/apps.ts";
import { type AuditEntry, listAudit } from "../../store/audit.ts";
import { getBalance, readShards } from "../../store/credit-shards.ts";
import { type LedgerRow, listLedger } from "../../store/credits.ts";
import { nullIfUnreadable, type OnUnreadable } from "../../store/due.ts";
import { getIdentityOwner } from "../../store/identities.ts";
import { listSessions, revokeSessionsOf } from "../../store/sessions.ts";
import { type Table, transact } from "../../store/transact.ts";
import { getAccount, getTeam, getUser, getUsers, memberRowsOf } from "../../store/users.ts";
import { endAccount } from "../accounts/close-account.ts";
import { type OperatorAction, operatorAudit } from "./operator.ts";

/** What an operator recognizes an account by. */
export interface AccountSummary {
  readonly account: Account;
  /** Newest first, at most 100. */
  readonly apps: readonly App[];
  /** The user for whom it was made; null if they are gone. */
  readonly owner: User | null;
}

/** How to find accounts. */
export type AccountSearch =
  | { readonly by: "id"; readonly id: string }
  /** E.164, of anyone who works in it. */
  | { readonly by: "phone"; readonly phone: string }
  /** A part of the name of an app or of the owner. */
  | { readonly by: "name"; readonly name: string; readonly cursor?: string | undefined };

/** Accounts that one page of a search by name scans. */
const LOOKED_AT = 100;
const AT_ONCE = 10;

/**
 * Finds accounts. A search by name scans 100 accounts a page, newest first; `nextCursor` continues with older ones.
 *
 * @param onUnreadable leaves out an unreadable account, app or owner
 */
export async function findAccounts(
  table: Table,
  search: AccountSearch,
  onUnreadable?: OnUnreadable,
): Promise<{ readonly data: readonly AccountSummary[]; readonly nextCursor: string | null }> {
  switch (search.by) {
    case "id": {
      const account = await getAccount(table, search.id);
      return {
        data: account === null ? [] : [await summaryOf(table, account, onUnreadable)],
        nextCursor: null,
      };
    }
    case "phone":
      return { data: await accountsOfPhone(table, search.phone, onUnreadable), nextCursor: null };
    case "name": {
      const request = { limit: LOOKED_AT, cursor: search.cursor };
      const page = await listAccounts(table, request, onUnreadable);
      const all = await summariesOf(table, page.data, onUnreadable);
      const wanted = asRead(search.name);
      const data = all.filter((one) => namesOf(one).some((name) => name.includes(wanted)));
      return { data, nextCursor: page.nextCursor };
    }
  }
}

function namesOf({ apps, owner }: AccountSummary): readonly string[] {
  const names = [...apps.map(({ name }) => name), owner?.name, owner?.telegram?.name];
  return names.filter((name) => typeof name === "string").map(asRead);
}

/** A name as people read it, in small letters: pages show one space for several. */
function asRead(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, " ");
}

async function accountsOfPhone(
  table: Table,
  phone: string,
  onUnreadable?: OnUnreadable,
): Promise<AccountSummary[]> {
  const userId = await getIdentityOwner(table, { kind: "phone", phone });
  const user = userId === null ? null : await getUser(table, userId);
  if (user === null) return [];
  const rows = await memberRowsOf(table, user.id);
  const joined = rows.filter(({ endedAt }) => endedAt === null).map((row) => row.accountId);
  const ids = [...new Set([user.accountId, ...joined])];
  const accounts = await Promise.all(
    ids.map((id) => getAccount(table, id).catch(nullIfUnreadable(onUnreadable))),
  );
  const found = accounts.filter((account) => account !== null);
  return summariesOf(table, found, onUnreadable);
}

async function summariesOf(
  table: Table,
  accounts: readonly Account[],
  onUnreadable?: OnUnreadable,
): Promise<AccountSummary[]> {
  const summaries: AccountSummary[] = [];
  for (let from = 0; from < accounts.length; from += AT_ONCE) {
    const some = accounts.slice(from, from + AT_ONCE);
    const read = some.map((account) => summaryOf(table, account, onUnreadable));
    summaries.push(...(await Promise.all(read)));
  }
  return summaries;
}

async function summaryOf(
  table: Table,
  account: Account,
  onUnreadable?: OnUnreadable,
): Promise<AccountSummary> {
  const [{ data: apps }, owner] = await Promise.all([
    listApps(table, account.id, { limit: 100, internal: true }, onUnreadable),
    getUser(table, account.ownerId).catch(nullIfUnreadable(onUnreadable)),
  ]);
  return { account, apps, owner };
}

/** An account as an operator sees it: nothing of its customers and payments. */
export interface InspectedAccount extends AccountSummary {
  readonly members: readonly Member[];
  readonly balance: Balance;
  readonly shards: number;
  /** Newest first, at most 20. */
  readonly ledger: readonly LedgerRow[];
  readonly audit: readonly AuditEntry[];
}

/** @throws ServiceError `not_found` */
export async function inspectAccount(
  table: Table,
  accountId: string,
  now: number,
  onUnreadable?: OnUnreadable,
): Promise<InspectedAccount> {
  const account = await getAccount(table, accountId);
  if (account === null) throw notFound("account");
  const page = { limit: 20, internal: true } as const;
  const [summary, team, balance, shards, ledger, audit] = await Promise.all([
    summaryOf(table, account, onUnreadable),
    getTeam(table, accountId),
    getBalance(table, accountId),
    readShards(table, accountId),
    listLedger(table, accountId, page),
    listAudit(table, accountId, page, now),
  ]);
  const members = team === null ? [] : membersOf(team);
  const lists = { ledger: ledger.data, audit: audit.data };
  return { ...summary, members, balance, shards: shards.length, ...lists };
}

/**
 * Closes another account, as its owner could.
 *
 * @param kept accounts that no operator closes: their own and the one that sells credits
 * @throws ServiceError `not_found`, `conflict` for one of these, for a closed one and while a checkout is unsettled
 */
export async function closeAnyAccount(
  action: OperatorAction,
  accountId: string,
  kept: readonly (string | null)[],
): Promise<void> {
  const { table, now } = action;
  if (kept.includes(accountId)) {
    throw new ServiceError("conflict", "This account operates the service or sells its credits.");
  }
  const [account, team] = await Promise.all([
    getAccount(table, accountId),
    getTeam(table, accountId),
  ]);
  if (account === null) throw notFound("account");
  const ids = team === null ? [] : membersOf(team).filter(({ role }) => role === "owner");
  const owners = await getUsers(
    table,
    ids.map(({ userId }) => userId),
  );
  const owner = owners.find(({ id }) => id === account.ownerId) ?? owners[0];
  if (team === null || owner === undefined) {
    throw new ServiceError("conflict", "This account is closed.");
  }
  const audits = operatorAudit(action, "account.closed", { accountId, objectId: accountId });
  await endAccount({ accountId, owner, audits, now });
}

/** Access that an operator ends, for example after a theft. */
export interface Revocation {
  readonly accountId: string;
  /** All API keys of the account. */
  readonly keys: boolean;
  /** All sessions of all members, also in other accounts. */
  readonly sessions: boolean;
}

/** What `revokeAccess` would end. Changes nothing. @throws ServiceError `not_found` */
export async function previewRevocation(
  table: Table,
  { accountId, keys, sessions }: Revocation,
  now: number,
) {
  const account = await getAccount(table, accountId);
  if (account === null) throw notFound("account");
  const summary = await summaryOf(table, account);
  const live = keys ? await usableApiKeys(table, accountId, now) : [];
  const members = sessions ? await membersToSignOut(table, accountId) : [];
  const page = { limit: 100, internal: true } as const;
  const active = members.map((userId) => listSessions(table, userId, page, now));
  return {
    account: accountId,
    apps: summary.apps.map(({ name }) => name),
    keys: live.map(({ id, name, mode }) => ({ id, name, mode })),
    sessions: (await Promise.all(active)).flatMap(({ data }) => data).length,
  };
}

/**
 * Ends all sessions of an account's members, then revokes its API keys: in this order, so that a session that ends can make
 * no further key. Safe to repeat after an error. Sessions end at once, keys within a minute.
 *
 * @returns how many it ended
 * @throws ServiceError `not_found`
 */
export async function revokeAccess(
  action: OperatorAction,
  { accountId, keys, sessions }: Revocation,
): Promise<{ readonly sessions: number; readonly keys: number }> {
  const { table, now } = action;
  if ((await getAccount(table, accountId)) === null) throw notFound("account");
  let endedSessions = 0;
  for (const userId of sessions ? await membersToSignOut(table, accountId) : []) {
    const page = await listSessions(table, userId, { limit: 1, internal: true }, now);
    if (page.data.length === 0 && page.nextCursor === null) continue;
    const subject = { accountId, objectId: userId };
    // First, so that no session ends unrecorded.
    await transact(table, [...operatorAudit(action, "session.all_ended", subject)]);
    endedSessions += await revokeSessionsOf(table, userId, now);
  }
  let revokedKeys = 0;
  for (const key of keys ? await usableApiKeys(table, accountId, now) : []) {
    const subject = { accountId, objectId: key.id };
    const { committed } = await transact(table, [
      revokeApiKeyWrite(key, now),
      ...operatorAudit(action, "api_key.revoked", subject, key.name),
    ]);
    if (committed) revokedKeys += 1;
  }
  return { sessions: endedSessions, keys: revokedKeys };
}

async function membersToSignOut(table: Table, accountId: string): Promise<readonly string[]> {
  const team = await getTeam(table, accountId);
  return team === null ? [] : membersOf(team).map(({ userId }) => userId);
}
