import type { MemberRole } from "../domain/user.ts";

/**
 * What each role of an account may do. Every dashboard route names one of these permissions; the authorizer's
 * policy, the functions' checks, the dashboard's navigation, `docs/roles.md` and the tests derive from this table.
 */
export const ROLES = [
  "owner",
  "manager",
  "developer",
  "cashier",
  "accountant",
] as const satisfies readonly MemberRole[];
export type Role = MemberRole;

/**
 * `true`: all of it. `false`: nothing. A text: a part of it, which the function enforces with `grantOf`.
 * - `own_and_today`: checkouts that this member created, and those that anyone created today.
 * - `test_only`: objects in test mode.
 * - `cashiers_only`: members and invitations with the role `cashier`.
 */
export type Grant = boolean | "own_and_today" | "test_only" | "cashiers_only";

interface Permitted extends Readonly<Record<Role, Grant>> {
  /** For people, in the documentation. */
  readonly what: string;
}

export const PERMISSIONS = {
  "checkouts.read": {
    what: "See apps, checkouts, payments, payment links and receipts",
    ...{ owner: true, manager: true, developer: true, cashier: "own_and_today", accountant: true },
  },
  "checkouts.write": {
    what: "Create checkouts and payment links",
    ...{ owner: true, manager: true, developer: "test_only", cashier: true, accountant: false },
  },
  "checkouts.decide": {
    what: "Cancel, approve, reject and release checkouts; change and delete payment links",
    ...{ owner: true, manager: true, developer: false, cashier: false, accountant: false },
  },
  settings: {
    what: "Apps, receiving accounts, branding, notice sources",
    ...{ owner: true, manager: true, developer: false, cashier: false, accountant: false },
  },
  developers: {
    what: "API keys, webhooks, webhook logs, failed requests, events",
    ...{ owner: true, manager: false, developer: true, cashier: false, accountant: false },
  },
  issues: {
    what: "See failures that need attention",
    ...{ owner: true, manager: true, developer: true, cashier: false, accountant: false },
  },
  reports: {
    what: "Exports, statistics, books",
    ...{ owner: true, manager: true, developer: false, cashier: false, accountant: true },
  },
  "credits.read": {
    what: "See credits and the ledger",
    ...{ owner: true, manager: true, developer: false, cashier: false, accountant: true },
  },
  "credits.buy": {
    what: "Buy credits",
    ...{ owner: true, manager: true, developer: false, cashier: false, accountant: false },
  },
  "members.read": {
    what: "See members and invitations",
    ...{ owner: true, manager: true, developer: false, cashier: false, accountant: false },
  },
  "members.write": {
    what: "Invite, change and remove members",
    ...{
      owner: true,
      manager: "cashiers_only",
      developer: false,
      cashier: false,
      accountant: false,
    },
  },
  "audit.read": {
    what: "See the audit log",
    ...{ owner: true, manager: true, developer: false, cashier: false, accountant: false },
  },
  account: {
    what: "Close the account, pass its ownership, set the approval limit",
    ...{ owner: true, manager: false, developer: false, cashier: false, accountant: false },
  },
  operate: {
    what: "Operate the service: only owners, and members whom its configuration names, of an account that it names",
    ...{ owner: false, manager: false, developer: false, cashier: false, accountant: false },
  },
  self: {
    what: "Own profile, sign-in methods, sessions, memberships and messages",
    ...{ owner: true, manager: true, developer: true, cashier: true, accountant: true },
  },
} as const satisfies Readonly<Record<string, Permitted>>;

export type Permission = keyof typeof PERMISSIONS;

/** What a role may do of a permission; false for a role that this version doesn't know. */
export function grantOf(role: Role, permission: Permission): Grant {
  const permitted: Permitted = PERMISSIONS[permission];
  return permitted[role] ?? false;
}

/**
 * Whether a member may do what needs `operate`, which no role includes: the service's configuration names the accounts
 * whose owners may, and other members of these accounts by their users.
 */
export function mayOperate(
  named: {
    readonly consoleAccounts: readonly string[];
    readonly consoleMembers: readonly string[];
  },
  who: { readonly accountId: string; readonly userId: string; readonly role: Role },
): boolean {
  if (!named.consoleAccounts.includes(who.accountId)) return false;
  return who.role === "owner" || named.consoleMembers.includes(who.userId);
}

/** Accounts that no operator suspends or closes: their own and the one that sells credits, null for none. */
export function operatingAccounts(named: {
  readonly consoleAccounts: readonly string[];
  readonly operatorAccountId: string | null;
}): readonly (string | null)[] {
  return [...named.consoleAccounts, named.operatorAccountId];
}
