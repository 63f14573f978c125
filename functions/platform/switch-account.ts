import { switchAccount as route } from "../../lib/contract/routes/platform-team.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { switchAccount } from "../../lib/use-cases/accounts/memberships.ts";
import { readSigningKey } from "../../lib/use-cases/login/refresh-token.ts";
import { presentSession } from "../../lib/use-cases/login/session.ts";

export const handler = dashboardEndpoint(route, async ({ principal, user, body, now }) => {
  const key = await readSigningKey(now);
  const session = await switchAccount(principal, user, body.account_id);
  return reply(200, await presentSession(user, session, key, now));
});
