import { updateWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { assertCommitted } from "../../lib/runtime/checkouts/assert-committed.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { assertWebhookUrl } from "../../lib/runtime/webhooks/assert-url.ts";
import { changeEndpoint } from "../../lib/runtime/webhooks/change-endpoint.ts";
import { loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { presentEndpoint } from "../../lib/runtime/webhooks/present.ts";
import { queuePorts } from "../../lib/runtime/webhooks/queue-ports.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = endpoint(updateWebhook, async ({ principal, params, body, now }) => {
  const { accountId } = principal;
  const before = await loadEndpoint(accountId, params.id);
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
});
