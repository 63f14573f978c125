import { listNoticeSources } from "../../lib/contract/routes/platform-notices.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listSources } from "../../lib/store/notice-sources.ts";
import { presentSource } from "../../lib/use-cases/bank-notices/manage.ts";

export const handler = dashboardEndpoint(listNoticeSources, async ({ principal, query, now }) => {
  const filter = { accountId: principal.accountId, appId: query.app_id };
  const page = await listSources(table(), filter, query);
  return reply(
    200,
    presentPage(page, (source) => presentSource(source, now)),
  );
});
