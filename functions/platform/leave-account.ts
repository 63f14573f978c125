import { leaveAccount as route } from "../../lib/contract/routes/platform-team.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { leaveAccount } from "../../lib/use-cases/accounts/members.ts";

export const handler = dashboardEndpoint(route, async ({ principal, params, now }) => {
  await leaveAccount(principal.userId, params.account_id, now);
  return reply(204, null);
});
