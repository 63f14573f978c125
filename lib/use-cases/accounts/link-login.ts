import { ServiceError } from "../../domain/errors.ts";
import { isProven, type ProvenLogin, type User, withoutLogin } from "../../domain/user.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { dropIdentityWrite, newIdentityWrite, signUpMarkWrite } from "../../store/identities.ts";
import { getSettings, settingsWrite } from "../../store/notifications.ts";
import { revokeSessionsOf, type Session, sessionLoginWrite } from "../../store/sessions.ts";
import { isRefused, transact, type Write } from "../../store/transact.ts";
import { changeUserWrite, memberRowsOf } from "../../store/users.ts";
import { audit } from "../events/audit.ts";
import { signUpMark } from "../login/sign-in.ts";
import { loginsOf } from "./close-account.ts";

interface Linking {
  readonly who: UserPrincipal;
  readonly user: User;
  readonly login: ProvenLogin;
  readonly pepper: string;
  readonly now: number;
  readonly alongside: (user: User) => readonly Write[];
}

/**
 * Adds a proven login to a user who has none of its kind. It is recorded as having had its sign-up credits, so
 * that it can't be unlinked and sign up for more.
 *
 * @throws ServiceError `conflict` if another user has it, or the user has one of its kind
 */
export async function linkLogin(linking: Linking): Promise<User> {
  const { who, user, login, pepper, now } = linking;
  if (loginsOf(user).some(({ kind }) => kind === login.kind)) {
    throw new ServiceError(
      "conflict",
      "A sign-in method of this kind is already linked. Remove it first.",
    );
  }
  // The new login would make sessions of a removed login of this kind valid again.
  await endSessionsBy(login, who, now);
  const change = login.kind === "phone" ? { phone: login.phone } : { telegram: login.profile };
  const after: User = { ...user, ...change };
  const commit = await transact(table(), [
    newIdentityWrite(login, user.id, now),
    changeUserWrite(user, change),
    signUpMarkWrite(signUpMark(login, pepper), now, false),
    audit(who, "login.linked", user.id, now, login.kind),
    ...linking.alongside(after),
  ]);
  if (isRefused(commit, "identity")) {
    throw new ServiceError("conflict", "This sign-in method belongs to another user.");
  }
  assertCommitted(commit);
  return after;
}

interface Unlinking {
  readonly who: UserPrincipal;
  readonly session: Session;
  readonly user: User;
  readonly login: ProvenLogin;
  readonly now: number;
}

/**
 * Removes a login and ends the other sessions that began with it: someone who took over the phone number must not stay
 * signed in. The caller's own session then belongs to the remaining login. From the commit on, no session of the removed
 * login is accepted; after a crash, `linkLogin` ends them.
 *
 * Only a session that began with Telegram, or has it as its second factor, removes a login: the new holder of a phone
 * number can sign in with it, and must not lock its former holder out.
 *
 * @throws ServiceError `conflict` for the last login, `second_factor_required`
 */
export async function unlinkLogin({ who, session, user, login, now }: Unlinking): Promise<void> {
  if (loginsOf(user).length < 2) {
    throw new ServiceError(
      "conflict",
      "You can't remove the last sign-in method. Add another one first.",
    );
  }
  if (session.login === "phone" && !isProven(session, now)) {
    throw new ServiceError(
      "second_factor_required",
      "Prove with Telegram that it's you. The proof is valid for 10 minutes.",
    );
  }
  const commit = await transact(table(), [
    dropIdentityWrite(login, user.id),
    changeUserWrite(user, withoutLogin(login.kind)),
    sessionLoginWrite(who.sessionId, login.kind === "phone" ? "telegram" : "phone"),
    ...(login.kind === "telegram" ? await resumedMessages(user) : []),
    audit(who, "login.unlinked", user.id, now, login.kind),
  ]);
  assertCommitted(commit);
  await endSessionsBy(login, who, now);
}

/** That the bot could not write to a user is true of the removed login only: the next one may never have met it. */
async function resumedMessages({ id: userId, accountId: own }: User): Promise<Write[]> {
  const rows = await memberRowsOf(table(), userId);
  const accounts = [...new Set([own, ...rows.map(({ accountId }) => accountId)])];
  const all = await Promise.all(accounts.map((each) => getSettings(table(), each, userId)));
  return all.flatMap((settings) =>
    settings === null || settings.stopped === null
      ? []
      : [settingsWrite(settings, { stopped: null })],
  );
}

/** The index may still show the caller's session as one of the removed login. */
function endSessionsBy({ kind }: ProvenLogin, { userId, sessionId }: UserPrincipal, at: number) {
  return revokeSessionsOf(table(), userId, at, { login: kind, except: sessionId });
}
