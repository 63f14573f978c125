import { ServiceError } from "../../domain/errors.ts";
import { getSession } from "../../store/sessions.ts";
import { getUser } from "../../store/users.ts";
import { accountIsClosed } from "../account-is-closed.ts";
import { table } from "../deps.ts";
import type { EndpointMiddleware } from "./request.ts";

/**
 * Rejects the access token of a closed account, of an ended session, and of one whose login was removed. Tokens are
 * valid for 10 minutes, and the authorizer, whose result the gateway caches, checks none of it: without this, a thief
 * could add a login to an account whose owner has just ended all sessions. Costs two reads per dashboard request, at
 * the same time; API keys need none, because closing an account revokes them.
 */
export function activeSession(): EndpointMiddleware {
  return {
    before: async ({ context }) => {
      context.user = null;
      if (context.principal?.kind !== "user") return;
      const { userId, sessionId } = context.principal;
      const [user, session] = await Promise.all([
        getUser(table(), userId),
        getSession(table(), sessionId),
      ]);
      if (!user || user.closedAt !== null) throw accountIsClosed();
      if (!session || session.revokedAt !== null || !user[session.login]) {
        throw sessionHasEnded();
      }
      context.user = user;
    },
  };
}

function sessionHasEnded(): ServiceError {
  return new ServiceError("unauthenticated", "This session has ended. Sign in again.");
}
