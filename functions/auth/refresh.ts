import { refresh } from "../../lib/contract/routes/auth.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { SESSION_LIFETIME_MS } from "../../lib/domain/session.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { readSigningKey } from "../../lib/runtime/login/login-secrets.ts";
import { presentSession } from "../../lib/runtime/login/present-session.ts";
import { refreshSession } from "../../lib/runtime/login/refresh-session.ts";
import {
  clearedRefreshCookie,
  readRefreshCookie,
  refreshCookie,
} from "../../lib/runtime/login/refresh-token.ts";
import { getUser } from "../../lib/store/users.ts";

export const handler = endpoint(refresh, async ({ headers, now }) => {
  const key = await readSigningKey(now);
  const token = readRefreshCookie(headers);
  const refreshed = token && (await refreshSession(token, now));
  const user = refreshed && (await getUser(table(), refreshed.session.userId));
  if (!refreshed || user?.closedAt !== null) {
    throw new ServiceError("unauthenticated", "There is no session; log in again.", {
      headers: { "set-cookie": clearedRefreshCookie() },
    });
  }
  const { session, next } = refreshed;
  return reply(200, await presentSession(user, session.id, key, now), {
    cookies: next ? [refreshCookie(next, SESSION_LIFETIME_MS)] : [],
  });
});
