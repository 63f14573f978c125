import { withdrawOwnership } from "../../lib/contract/routes/platform-team.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { endOffer } from "../../lib/use-cases/accounts/members.ts";

export const handler = dashboardEndpoint(withdrawOwnership, async ({ principal, params, now }) => {
  await endOffer(principal, params.id, now);
  return reply(204, null);
});
