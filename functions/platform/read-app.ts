import { readApp } from "../../lib/contract/routes/platform-apps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loadApp, presentApp } from "../../lib/use-cases/apps/app.ts";

export const handler = dashboardEndpoint(readApp, async ({ principal, params }) => {
  const { app } = await loadApp(principal, params.app_id);
  return reply(200, presentApp(app));
});
