import { deleteApp } from "../../lib/contract/routes/platform-apps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { removeApp } from "../../lib/use-cases/apps/remove-app.ts";

export const handler = dashboardEndpoint(deleteApp, async ({ principal, params, now }) => {
  await removeApp(principal, params.app_id, now);
  return reply(204, null);
});
