import { endSession } from "../../lib/contract/routes/platform-account.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { getSession, revokeSession } from "../../lib/store/sessions.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = endpoint(endSession, async ({ principal, params, now }) => {
  const session = await getSession(table(), params.id);
  if (session?.userId !== principal.userId) throw notFound("session");
  const ended = await revokeSession(table(), session.id, now);
  if (ended) await transact(table(), [audit(principal, "session.ended", session.id, now)]);
  return reply(204, null);
});
