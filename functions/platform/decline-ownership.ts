import { declineOwnership } from "../../lib/contract/routes/platform-team.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { endOffer } from "../../lib/use-cases/accounts/members.ts";

export const handler = dashboardEndpoint(declineOwnership, async ({ principal, now }) => {
  await endOffer(principal, principal.userId, now);
  return reply(204, null);
});
