import { withdrawInvitation as route } from "../../lib/contract/routes/platform-team.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { withdrawInvitation } from "../../lib/use-cases/accounts/invitations.ts";

export const handler = dashboardEndpoint(route, async ({ principal, params, now }) => {
  await withdrawInvitation(principal, params.id, now);
  return reply(204, null);
});
