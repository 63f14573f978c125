import { readRecovery } from "../../lib/contract/routes/platform-deliveries.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import {
  loadEndpoint,
  loadRecovery,
  presentRecovery,
} from "../../lib/use-cases/webhooks/present.ts";

export const handler = dashboardEndpoint(readRecovery, async ({ principal, params, now }) => {
  const found = await loadEndpoint(principal, params.id);
  const recovery = await loadRecovery(principal, found, params.recovery_id, now);
  return reply(200, presentRecovery(recovery));
});
