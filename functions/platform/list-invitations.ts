import { listInvitations } from "../../lib/contract/routes/platform-team.ts";
import { openInvitations } from "../../lib/domain/membership.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { onlyPage, presentInvitation } from "../../lib/use-cases/team/present.ts";
import { loadTeam } from "../../lib/use-cases/team/team.ts";

export const handler = dashboardEndpoint(listInvitations, async ({ principal, now }) => {
  const open = openInvitations(await loadTeam(principal.accountId), now);
  return reply(200, onlyPage(open.map(presentInvitation)));
});
