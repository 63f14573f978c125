import { inviteMember as route } from "../../lib/contract/routes/platform-team.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { limitDaily } from "../../lib/pipeline/rate-limit.ts";
import { inviteMember } from "../../lib/use-cases/accounts/invitations.ts";
import { presentInvitation } from "../../lib/use-cases/accounts/present-members.ts";

/** Each may cost an SMS. */
const INVITATIONS_PER_DAY = 50;

export const handler = idempotentEndpoint(route, async ({ principal, body, idempotency, now }) => {
  const limit = { name: "invitations", limit: INVITATIONS_PER_DAY };
  await limitDaily(limit, principal.accountId, now);
  const { invitation, url, sent } = await inviteMember(principal, body, now, (made) =>
    idempotency.completes(201, {
      ...presentInvitation(made),
      url: null,
      sent: made.phone !== null,
    }),
  );
  return reply(201, { ...presentInvitation(invitation), url, sent });
});
