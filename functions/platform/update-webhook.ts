import { updateWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/audit/audit.ts";
import { assertWebhookUrl } from "../../lib/use-cases/webhooks/assert-url.ts";
import { changeEndpoint } from "../../lib/use-cases/webhooks/change-endpoint.ts";
import { loadEndpoint } from "../../lib/use-cases/webhooks/load.ts";
import { presentEndpoint } from "../../lib/use-cases/webhooks/present.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/queue-ports.ts";

export const handler = dashboardEndpoint(
  updateWebhook,
  async ({ principal, params, body, now }) => {
    const { accountId } = principal;
    const before = await loadEndpoint(principal, params.id);
    if (body.url !== undefined) await assertWebhookUrl(body.url);
    const { after, writes } = changeEndpoint(before, body, now);
    const noted = audit(principal, "webhook.changed", before.id, now);
    if (writes.length > 0) assertCommitted(await transact(table(), [...writes, noted]));
    if (before.status === "enabled" && after.status === "disabled") {
      await queuePorts().startWork({
        version: 1,
        kind: "abandon",
        account_id: accountId,
        endpoint_id: before.id,
      });
    }
    return reply(200, presentEndpoint(after, now));
  },
);
