import { updateMember } from "../../lib/contract/routes/platform-team.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { changeMember } from "../../lib/use-cases/accounts/members.ts";
import { presentMemberNow } from "../../lib/use-cases/accounts/present-members.ts";

export const handler = dashboardEndpoint(updateMember, async ({ principal, params, body, now }) => {
  await changeMember(principal, params.id, body, now);
  return reply(200, await presentMemberNow(principal, params.id, now));
});
