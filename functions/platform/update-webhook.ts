import { updateWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { changeEndpoint } from "../../lib/use-cases/webhooks/endpoints.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";
import { presentEndpoint } from "../../lib/use-cases/webhooks/present.ts";

export const handler = dashboardEndpoint(
  updateWebhook,
  async ({ principal, params, body, now }) => {
    const { before, after } = await changeEndpoint(principal, params.id, body, now);
    if (before.status === "enabled" && after.status === "disabled") {
      await queuePorts().startWork({
        version: 1,
        kind: "abandon",
        account_id: principal.accountId,
        endpoint_id: before.id,
      });
    }
    return reply(200, presentEndpoint(after, now));
  },
);
