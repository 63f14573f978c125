import { logout } from "../../lib/contract/routes/auth.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { endSessionOf } from "../../lib/runtime/login/end-session.ts";
import { clearedRefreshCookie, readRefreshCookie } from "../../lib/runtime/login/refresh-token.ts";

export const handler = endpoint(logout, async ({ body, headers, now }) => {
  const token = readRefreshCookie(headers);
  if (token) await endSessionOf(token, body.everywhere, now);
  return reply(204, null, { cookies: [clearedRefreshCookie()] });
});
