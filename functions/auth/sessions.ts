import * as routes from "../../lib/contract/routes/auth.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { SESSION_LIFETIME_MS } from "../../lib/domain/user.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { getUser } from "../../lib/store/users.ts";
import {
  clearedIfSent,
  endSessionOf,
  presentSession,
  readPepper,
  readRefreshCookie,
  readSigningKey,
  refreshCookie,
  refreshSession,
} from "../../lib/use-cases/login/session.ts";

const ANOTHER_USER =
  "Nothing was signed out: another user has signed in with this browser since. Sign in again, then sign out everywhere.";

export const logout = endpoint(routes.logout, async ({ body, headers, now }) => {
  const token = readRefreshCookie(headers);
  const isOver = token === null || (await endSessionOf(token, body, now));
  // The sessions to end are on other devices, and nothing here proves whose they are.
  if (!isOver && body.everywhere) throw new ServiceError("conflict", ANOTHER_USER);
  return reply(204, null, { cookies: isOver ? clearedIfSent(headers) : [] });
});

export const refresh = endpoint(routes.refresh, async ({ headers, now }) => {
  const key = await readSigningKey(now);
  const token = readRefreshCookie(headers);
  const refreshed = token && (await refreshSession(token, await readPepper(), now));
  const user = refreshed && (await getUser(table(), refreshed.session.userId));
  if (!refreshed || user?.closedAt !== null) {
    const [cookie] = clearedIfSent(headers);
    throw new ServiceError("unauthenticated", "There is no session. Sign in again.", {
      headers: cookie === undefined ? {} : { "set-cookie": cookie },
    });
  }
  const { session, next } = refreshed;
  return reply(200, await presentSession(user, session, key, now), {
    cookies: next ? [refreshCookie(next, SESSION_LIFETIME_MS)] : [],
  });
});
