import { readWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loadEndpoint, presentEndpoint } from "../../lib/use-cases/webhooks/present.ts";

export const handler = dashboardEndpoint(readWebhook, async ({ principal, params, now }) => {
  const found = await loadEndpoint(principal, params.id);
  return reply(200, presentEndpoint(found, now));
});
