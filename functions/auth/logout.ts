import { logout } from "../../lib/contract/routes/auth.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { clearedIfSent, readRefreshCookie } from "../../lib/use-cases/login/refresh-token.ts";
import { endSessionOf } from "../../lib/use-cases/login/session.ts";

export const handler = endpoint(logout, async ({ body, headers, now }) => {
  const token = readRefreshCookie(headers);
  if (token) await endSessionOf(token, body.everywhere, now);
  return reply(204, null, { cookies: clearedIfSent(headers) });
});
