import { listInvitations } from "../../lib/contract/routes/platform-team.ts";
import { openInvitations } from "../../lib/domain/user.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { onlyPage, presentInvitation } from "../../lib/use-cases/accounts/present-members.ts";
import { loadTeam } from "../../lib/use-cases/accounts/team.ts";

export const handler = dashboardEndpoint(listInvitations, async ({ principal, now }) => {
  const open = openInvitations(await loadTeam(principal.accountId), now);
  return reply(200, onlyPage(open.map(presentInvitation)));
});
