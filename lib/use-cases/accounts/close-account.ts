import { ServiceError } from "../../domain/errors.ts";
import type { ProvenLogin, User } from "../../domain/user.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { dropIdentityWrite } from "../../store/identities.ts";
import { hasOpenCheckout } from "../../store/open-checkouts.ts";
import { revokeSessionsOf } from "../../store/sessions.ts";
import { transact } from "../../store/transact.ts";
import { changeUserWrite, closeAccountWrite } from "../../store/users.ts";
import { endAccess, searchOrphansLater } from "../apps/remove-app.ts";
import { audit } from "../audit/audit.ts";

/**
 * Closes an account: ends its keys and endpoints, then the account and its logins in one transaction, then its
 * sessions. A later sign-up with one of the logins creates a new account without sign-up credits. A retry after
 * a crash does the rest. `cancelOrphans` cancels a checkout that is created meanwhile.
 *
 * @throws ServiceError `conflict` while a checkout of the account is unsettled, or after a lost race
 */
export async function closeAccount(who: UserPrincipal, user: User, now: number): Promise<void> {
  if (await hasOpenCheckout(table(), who.accountId, null, now)) {
    throw new ServiceError("conflict", "A checkout of this account is still open or in review.");
  }
  await endAccess(table(), who.accountId, now);
  await searchOrphansLater(who.accountId, null);
  const commit = await transact(table(), [
    changeUserWrite(user, { closedAt: now }),
    closeAccountWrite(who.accountId, now),
    ...loginsOf(user).map((login) => dropIdentityWrite(login, user.id)),
    audit(who, "account.closed", who.accountId, now),
  ]);
  assertCommitted(commit);
  await Promise.all([
    revokeSessionsOf(table(), user.id, now),
    endAccess(table(), who.accountId, now),
  ]);
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
