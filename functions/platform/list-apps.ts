import { listApps as route } from "../../lib/contract/routes/platform-apps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { worksWith } from "../../lib/pipeline/principal.ts";
import { listApps } from "../../lib/store/apps.ts";
import { presentApp } from "../../lib/use-cases/apps/app.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query }) => {
  const page = await listApps(table(), principal.accountId, query);
  const data = page.data.filter(({ appId }) => worksWith(principal, appId));
  return reply(200, presentPage({ ...page, data }, presentApp));
});
