import { listSessions as route } from "../../lib/contract/routes/platform-account.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listSessions } from "../../lib/store/sessions.ts";
import { presentSessionEntry } from "../../lib/use-cases/accounts/close-account.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const page = await listSessions(table(), principal.userId, query, now);
  return reply(
    200,
    presentPage(page, (session) => presentSessionEntry(session, principal.sessionId)),
  );
});
