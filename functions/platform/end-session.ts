import { endSession } from "../../lib/contract/routes/platform-account.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { readable } from "../../lib/pipeline/may-read.ts";
import { getSession, revokeSession } from "../../lib/store/sessions.ts";
import { transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/audit/audit.ts";

export const handler = dashboardEndpoint(endSession, async ({ principal, params, now }) => {
  const session = readable(principal, await getSession(table(), params.id), "session");
  const ended = await revokeSession(table(), session.id, now);
  if (ended) await transact(table(), [audit(principal, "session.ended", session.id, now)]);
  return reply(204, null);
});
