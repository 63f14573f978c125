import { listFailedRequests as route } from "../../lib/contract/routes/platform-insight.ts";
import { modeOf } from "../../lib/domain/checkout.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { worksWith } from "../../lib/pipeline/principal.ts";
import { listFailedRequests } from "../../lib/store/failed-requests.ts";
import { keysOf, presentFailedRequest } from "../../lib/use-cases/insight/failed-requests.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const { accountId } = principal;
  const filter = { accountId, mode: modeOf(query.livemode), search: query.search };
  const page = await listFailedRequests(table(), filter, query, now);
  const data = page.data.filter(({ appId }) => worksWith(principal, appId));
  const keys = await keysOf(accountId, data);
  return reply(
    200,
    presentPage({ ...page, data }, (request) => presentFailedRequest(request, keys)),
  );
});
