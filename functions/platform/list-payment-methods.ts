import { listPaymentMethods } from "../../lib/contract/routes/platform-apps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { loadApp, presentMethod } from "../../lib/use-cases/apps/app.ts";

export const handler = dashboardEndpoint(listPaymentMethods, async ({ principal, params }) => {
  const { methods } = await loadApp(principal, params.app_id);
  return reply(200, presentPage({ data: methods, nextCursor: null }, presentMethod));
});
