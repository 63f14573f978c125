import { listSessions as route } from "../../lib/contract/routes/platform-account.ts";
import { presentSessionEntry } from "../../lib/runtime/account/present.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { listSessions } from "../../lib/store/sessions.ts";

export const handler = endpoint(route, async ({ principal, query, now }) => {
  const page = await listSessions(table(), principal.userId, query, now);
  return reply(
    200,
    presentPage(page, (session) => presentSessionEntry(session, principal.sessionId)),
  );
});
