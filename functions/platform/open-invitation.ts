import { openInvitation as route } from "../../lib/contract/routes/platform-team.ts";
import { instant } from "../../lib/domain/instant.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { openInvitation } from "../../lib/use-cases/accounts/invitations.ts";

export const handler = dashboardEndpoint(route, async ({ user, body, now }) => {
  const { invitation, inviter, appNames } = await openInvitation(user, body.token, now);
  return reply(200, {
    object: "opened_invitation",
    invited_by: inviter?.name ?? inviter?.telegram?.name ?? null,
    app_names: appNames,
    role: invitation.role,
    expires_at: instant(invitation.expiresAt),
  });
});
