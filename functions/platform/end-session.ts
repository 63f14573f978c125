import { endSession } from "../../lib/contract/routes/platform-account.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { getSession, revokeSession } from "../../lib/store/sessions.ts";
import { transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = dashboardEndpoint(endSession, async ({ principal, params, now }) => {
  const session = await getSession(table(), params.id);
  // A session works in any account of its user.
  if (session?.userId !== principal.userId) throw notFound("session");
  const ended = await revokeSession(table(), session.id, now);
  if (ended) await transact(table(), [audit(principal, "session.ended", session.id, now)]);
  return reply(204, null);
});
