import { listMemberships as route } from "../../lib/contract/routes/platform-team.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { listMemberships } from "../../lib/use-cases/accounts/memberships.ts";
import { onlyPage, presentMembership } from "../../lib/use-cases/accounts/present-members.ts";

export const handler = dashboardEndpoint(route, async ({ principal, user, now }) => {
  const all = await listMemberships(user, now);
  return reply(200, onlyPage(all.map((each) => presentMembership(each, principal))));
});
