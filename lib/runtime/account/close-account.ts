import type { ProvenLogin, User } from "../../domain/user.ts";
import { dropIdentityWrite } from "../../store/identities.ts";
import { revokeSessionsOf } from "../../store/sessions.ts";
import { transact } from "../../store/transact.ts";
import { changeUserWrite, closeAccountWrite } from "../../store/users.ts";
import { endAccess } from "../apps/end-access.ts";
import { audit } from "../audit.ts";
import { assertCommitted } from "../checkouts/assert-committed.ts";
import { table } from "../deps.ts";
import { environment } from "../environment.ts";
import type { UserPrincipal } from "../principal.ts";

/**
 * Closes an account: keys and endpoints, then the account with its logins in one transaction, then the
 * sessions. The logins are free again; a later sign-up with one of them is a new account without
 * sign-up credits. Asking again after a crash does the rest.
 */
export async function closeAccount(who: UserPrincipal, user: User, now: number): Promise<void> {
  await endAccess(who.accountId, now);
  const commit = await transact(table(), [
    changeUserWrite(user, { closedAt: now }),
    closeAccountWrite(who.accountId, now),
    ...loginsOf(user).map((login) => ({
      ...dropIdentityWrite(login, user.id),
      label: `identity ${login.kind}`,
    })),
    audit(who, "account.closed", who.accountId, now),
  ]);
  assertCommitted(commit);
  await Promise.all([revokeSessionsOf(table(), user.id, now), endAccess(who.accountId, now)]);
}

/** The ways in which a user can log in. */
export function loginsOf(user: User): readonly ProvenLogin[] {
  const { issuer } = environment().config.telegram;
  return [
    ...(user.phone === null ? [] : [{ kind: "phone" as const, phone: user.phone }]),
    ...(user.telegram === null
      ? []
      : [{ kind: "telegram" as const, issuer, profile: user.telegram }]),
  ];
}
