import { readNoticeSource } from "../../lib/contract/routes/platform-notices.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loadSource, presentSource } from "../../lib/use-cases/bank-notices/manage.ts";

export const handler = dashboardEndpoint(readNoticeSource, async ({ principal, params, now }) =>
  reply(200, presentSource(await loadSource(principal, params.id), now)),
);
