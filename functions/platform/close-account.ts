import { closeAccount as route } from "../../lib/contract/routes/platform-account.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { closeAccount } from "../../lib/use-cases/accounts/close-account.ts";
import { clearedRefreshCookie } from "../../lib/use-cases/login/refresh-token.ts";

export const handler = dashboardEndpoint(route, async ({ principal, user, now }) => {
  await closeAccount(principal, user, now);
  return reply(204, null, { cookies: [clearedRefreshCookie()] });
});
