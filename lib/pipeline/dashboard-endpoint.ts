import { type Grant, grantOf, mayOperate, type Permission } from "../contract/roles.ts";
import type { Route } from "../contract/route.ts";
import { maskNumber } from "../domain/account-number.ts";
import { ServiceError } from "../domain/errors.ts";
import { isProven, membershipOf, type User } from "../domain/user.ts";
import { getSession, type Session } from "../store/sessions.ts";
import { getMember, getUser } from "../store/users.ts";
import { now, table } from "./deps.ts";
import { answerWith, type EndpointReply, type EndpointRequest, httpHandler } from "./endpoint.ts";
import { environment } from "./environment.ts";
import type { EndpointMiddleware } from "./middleware/request.ts";
import { limitToApps, type UserPrincipal } from "./principal.ts";

/**
 * What the caller may do of a permission. A route without one, which does not compile, lets nobody in.
 *
 * @throws ServiceError `forbidden`
 */
export function requirePermission(
  who: UserPrincipal,
  permission: Permission | undefined,
): Exclude<Grant, false> {
  if (permission === "operate") {
    if (mayOperate(environment().config, who)) return true;
    throw new ServiceError("forbidden", "This account does not operate the service.");
  }
  const grant = permission === undefined ? false : grantOf(who.role, permission);
  if (grant === false) {
    throw new ServiceError("forbidden", `The role ${who.role} does not allow this.`);
  }
  return grant;
}

/** @throws ServiceError `second_factor_required` */
function requireSecondFactor({ secondFactor, permission, method }: Route, session: Session): void {
  const isNeeded = secondFactor === true || (permission === "operate" && method !== "GET");
  if (!isNeeded || isProven(session, now())) return;
  throw new ServiceError(
    "second_factor_required",
    "Prove one of your sign-in methods again. The proof counts for 10 minutes.",
  );
}

/** The error for an access token of a closed account. */
export function accountIsClosed(): ServiceError {
  return new ServiceError("unauthenticated", "This account is closed.");
}

/**
 * Rejects the access token of a closed account, of a session that has ended or is not that of the token's user and
 * account, and of one whose login was removed. Tokens are valid for 10 minutes, and the authorizer, whose result the
 * gateway caches, checks none of it: without this, a thief could add a login to an account whose owner has just ended
 * all sessions, and the thief of a signing key could open any account with a session of their own. A changed or ended
 * membership counts at once, too. Costs three reads per dashboard request, at the same time; API keys need none, because
 * closing an account revokes them.
 *
 * Every answer to a role that cannot change receiving accounts has their numbers masked, repeated answers too.
 */
export function activeSession(route: Route): EndpointMiddleware {
  return {
    before: async ({ context }) => {
      context.user = null;
      const { principal } = context;
      if (principal?.kind !== "user") return;
      const [user, session, member] = await Promise.all([
        getUser(table(), principal.userId),
        getSession(table(), principal.sessionId),
        getMember(table(), principal.accountId, principal.userId),
      ]);
      // First: the holder of another session learns nothing about the account.
      if (!session || !isOf(principal, session)) throw sessionHasEnded();
      if (!user || user.closedAt !== null) throw accountIsClosed();
      if (!isActive(session, user)) throw sessionHasEnded();
      const membership = membershipOf(user, principal.accountId, member);
      // The authorizer let the role of the token in: after a change, the dashboard gets a new token.
      if (membership?.role !== principal.role) throw membershipHasChanged();
      context.user = user;
      context.principal = { ...principal, apps: membership.apps };
      requirePermission(context.principal, route.permission);
      requireSecondFactor(route, session);
    },
    after: (request) => {
      const { principal } = request.context;
      if (principal?.kind !== "user" || !request.response || seesNumbers(principal)) return;
      request.response = { ...request.response, body: masked(request.response.body) };
    },
  };
}

/** Whether a member sees the whole numbers of receiving accounts: only who may change them does. */
export function seesNumbers({ role }: UserPrincipal): boolean {
  return grantOf(role, "settings") === true;
}

const NUMBER = "account_number";

/** A JSON text with the numbers of receiving accounts masked, those in a webhook's payload too. Other texts stay. */
function masked(text: string): string {
  if (!(text.startsWith("{") && text.includes(NUMBER))) return text;
  const answer = JSON.parse(text, (name, value: unknown) => {
    if (typeof value !== "string") return value;
    if (name === "payload") return maskedPayload(value);
    return name === NUMBER ? maskNumber(value) : value;
  });
  return JSON.stringify(answer);
}

/** A webhook's payload, or whatever a shop's metadata calls one: also text that is no JSON. */
function maskedPayload(text: string): string {
  try {
    return masked(text);
  } catch {
    return text.replace(/("account_number"\s*:\s*)"[^"]*"?/g, '$1"*****"');
  }
}

function isOf({ userId, accountId }: UserPrincipal, session: Session): boolean {
  return session.userId === userId && session.accountId === accountId;
}

/** The table deletes expired sessions late. */
function isActive({ revokedAt, expiresAt, login }: Session, user: User): boolean {
  return revokedAt === null && expiresAt > now() && Boolean(user[login]);
}

function sessionHasEnded(): ServiceError {
  return new ServiceError("unauthenticated", "This session has ended. Sign in again.");
}

function membershipHasChanged(): ServiceError {
  return new ServiceError(
    "token_expired",
    "Your role in this account has changed. Get a new access token with your refresh token.",
  );
}

/** As `endpoint`, for operations with an access token: rejects the token of an ended session, a closed account or an ended
 * membership, and a member whose role lacks the permission. */
export function dashboardEndpoint<
  R extends Route & {
    readonly idempotent: false;
    readonly auth: "jwt";
    readonly permission: Permission;
  },
>(route: R, handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>) {
  const limited = (request: EndpointRequest<R>) => {
    limitToApps(route, request.principal as UserPrincipal, request);
    return handle(request);
  };
  return httpHandler(route, answerWith(route, limited), { checks: [activeSession(route)] });
}
