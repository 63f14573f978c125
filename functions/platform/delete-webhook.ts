import { deleteWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { deleteEndpointWrite } from "../../lib/store/endpoints.ts";
import { transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { resolvedIssues } from "../../lib/use-cases/webhooks/endpoints.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";
import { loadEndpoint } from "../../lib/use-cases/webhooks/present.ts";

export const handler = dashboardEndpoint(deleteWebhook, async ({ principal, params, now }) => {
  const found = await loadEndpoint(principal, params.id);
  const commit = await transact(table(), [
    deleteEndpointWrite(found),
    ...resolvedIssues(found),
    audit(principal, "webhook.deleted", found.id, now),
  ]);
  assertCommitted(commit);
  const { accountId: account_id, id: endpoint_id } = found;
  await queuePorts().startWork({ version: 1, kind: "abandon", account_id, endpoint_id });
  return reply(204, null);
});
