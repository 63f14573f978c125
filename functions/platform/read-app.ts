import { readApp } from "../../lib/contract/routes/platform-apps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loadApp } from "../../lib/use-cases/apps/load-app.ts";
import { presentApp } from "../../lib/use-cases/apps/present.ts";

export const handler = dashboardEndpoint(readApp, async ({ principal, params }) => {
  const { app } = await loadApp(principal, params.app_id);
  return reply(200, presentApp(app));
});
