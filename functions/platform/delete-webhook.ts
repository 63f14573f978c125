import { deleteWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { assertCommitted } from "../../lib/runtime/checkouts/assert-committed.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { resolvedIssues } from "../../lib/runtime/webhooks/change-endpoint.ts";
import { loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { queuePorts } from "../../lib/runtime/webhooks/queue-ports.ts";
import { deleteEndpointWrite } from "../../lib/store/endpoints.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = endpoint(deleteWebhook, async ({ principal, params, now }) => {
  const found = await loadEndpoint(principal.accountId, params.id);
  const commit = await transact(table(), [
    deleteEndpointWrite(found, now),
    ...resolvedIssues(found),
    audit(principal, "webhook.deleted", found.id, now),
  ]);
  assertCommitted(commit);
  const { accountId: account_id, id: endpoint_id } = found;
  await queuePorts().startWork({ version: 1, kind: "abandon", account_id, endpoint_id });
  return reply(204, null);
});
