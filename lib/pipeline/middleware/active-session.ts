import { ServiceError } from "../../domain/errors.ts";
import type { User } from "../../domain/user.ts";
import { getSession, type Session } from "../../store/sessions.ts";
import { getUser } from "../../store/users.ts";
import { accountIsClosed } from "../account-is-closed.ts";
import { now, table } from "../deps.ts";
import type { UserPrincipal } from "../principal.ts";
import type { EndpointMiddleware } from "./request.ts";

/**
 * Rejects the access token of a closed account, of a session that has ended or is not that of the token's user and
 * account, and of one whose login was removed. Tokens are valid for 10 minutes, and the authorizer, whose result the
 * gateway caches, checks none of it: without this, a thief could add a login to an account whose owner has just ended
 * all sessions, and the thief of a signing key could open any account with a session of their own. Costs two reads per
 * dashboard request, at the same time; API keys need none, because closing an account revokes them.
 */
export function activeSession(): EndpointMiddleware {
  return {
    before: async ({ context }) => {
      context.user = null;
      const { principal } = context;
      if (principal?.kind !== "user") return;
      const [user, session] = await Promise.all([
        getUser(table(), principal.userId),
        getSession(table(), principal.sessionId),
      ]);
      // First: the holder of another session learns nothing about the account.
      if (!session || !isOf(principal, session)) throw sessionHasEnded();
      if (!user || user.closedAt !== null) throw accountIsClosed();
      if (!isActive(session, user)) throw sessionHasEnded();
      context.user = user;
    },
  };
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
