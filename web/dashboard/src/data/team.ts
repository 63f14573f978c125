import type { team } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { keep, kept } from "../kept.ts";
import { t } from "../texts/t.ts";

export type Member = Answer<typeof team.listMembers>["data"][number];
export type Invitation = Answer<typeof team.listInvitations>["data"][number];
export type NewInvitation = Answer<typeof team.inviteMember>;
export type GivenRole = Invitation["role"];

export const GIVEN_ROLES = [
  "manager",
  "developer",
  "cashier",
  "accountant",
] as const satisfies readonly GivenRole[];

/** People recognize an account by its shops. */
export function accountName(appNames: readonly string[]): string {
  return appNames.length === 0 ? t("team.accountWithoutApps") : appNames.join(", ");
}

/** As `accountName`, short enough for a title. */
export function accountTitle(appNames: readonly string[]): string {
  const more = appNames.length - 3;
  return accountName(appNames.slice(0, 3)) + (more > 0 ? ` +${more}` : "");
}

/** The account that this tab has shown last, to tell its user when it shows another one. */
interface Shown {
  readonly userId: string;
  readonly accountId: string;
  readonly name: string;
}
const KEY = "account-shown";

function recall(): Shown | null {
  try {
    return JSON.parse(kept(KEY, "sessionStorage") ?? "null") as Shown | null;
  } catch {
    // Another version's.
    return null;
  }
}

/** Remembers the account that the tab shows; null before one that the user chooses in this tab. */
export function rememberAccount(shown: Shown | null): void {
  keep(KEY, shown && JSON.stringify(shown), "sessionStorage");
}

/** The account that this tab showed before, if that was another one of the same user; null otherwise. */
export function accountBefore(user: { readonly id: string; readonly account_id: string }) {
  const before = recall();
  return before?.userId === user.id && before.accountId !== user.account_id ? before : null;
}

/** What a person is called: the name, or else how they sign in. */
export function personName(person: {
  readonly name?: string | null;
  readonly phone: string | null;
  readonly telegram_username: string | null;
}): string {
  const username = person.telegram_username;
  return person.name ?? person.phone ?? (username ? `@${username}` : t("team.withoutName"));
}
