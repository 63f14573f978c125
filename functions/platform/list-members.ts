import { listMembers } from "../../lib/contract/routes/platform-team.ts";
import { membersOf } from "../../lib/domain/user.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { onlyPage, presentMembers } from "../../lib/use-cases/accounts/present-members.ts";
import { loadTeam } from "../../lib/use-cases/accounts/team.ts";

export const handler = dashboardEndpoint(listMembers, async ({ principal, now }) => {
  const team = await loadTeam(principal.accountId);
  return reply(200, onlyPage(await presentMembers(team, membersOf(team), principal, now)));
});
