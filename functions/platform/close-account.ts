import { closeAccount as route } from "../../lib/contract/routes/platform-account.ts";
import { closeAccount } from "../../lib/runtime/account/close-account.ts";
import { loadUser } from "../../lib/runtime/account/load-user.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { clearedRefreshCookie } from "../../lib/runtime/login/refresh-token.ts";

export const handler = endpoint(route, async ({ principal, now }) => {
  await closeAccount(principal, await loadUser(principal), now);
  return reply(204, null, { cookies: [clearedRefreshCookie()] });
});
