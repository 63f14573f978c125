import { listWebhooks } from "../../lib/contract/routes/platform-webhooks.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listEndpoints } from "../../lib/store/endpoints.ts";
import { presentEndpoint } from "../../lib/use-cases/webhooks/present.ts";

export const handler = dashboardEndpoint(listWebhooks, async ({ principal, query, now }) => {
  const filter = { accountId: principal.accountId, appId: query.app_id };
  const page = await listEndpoints(table(), filter, query);
  return reply(
    200,
    presentPage(page, (row) => presentEndpoint(row, now)),
  );
});
