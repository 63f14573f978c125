import { readRecovery } from "../../lib/contract/routes/platform-webhooks.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { presentRecovery } from "../../lib/runtime/webhooks/present.ts";
import { getRecovery } from "../../lib/store/recoveries.ts";

export const handler = endpoint(readRecovery, async ({ principal, params, now }) => {
  const { id } = await loadEndpoint(principal.accountId, params.id);
  const recovery = await getRecovery(table(), id, params.recovery_id, now);
  if (recovery === null) throw notFound("recovery");
  return reply(200, presentRecovery(recovery));
});
