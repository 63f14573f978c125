import { offerOwnership as route } from "../../lib/contract/routes/platform-team.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { offerOwnership } from "../../lib/use-cases/accounts/members.ts";
import { presentMemberNow } from "../../lib/use-cases/accounts/present-members.ts";

export const handler = dashboardEndpoint(route, async ({ principal, params, body, now }) => {
  await offerOwnership(principal, params.id, body.stay_owner, now);
  return reply(200, await presentMemberNow(principal, params.id, now));
});
