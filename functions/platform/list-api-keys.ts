import { listApiKeys as route } from "../../lib/contract/routes/platform-keys.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listApiKeys } from "../../lib/store/api-keys.ts";
import { presentApiKey } from "../../lib/use-cases/apps/api-keys.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const filter = { accountId: principal.accountId, appId: query.app_id, mode: query.mode };
  const page = await listApiKeys(table(), filter, query);
  return reply(
    200,
    presentPage(page, (key) => presentApiKey(key, now)),
  );
});
