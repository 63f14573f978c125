import { listWebhookLogs } from "../../lib/contract/routes/platform-deliveries.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentFirst, presentPage } from "../../lib/pipeline/present-page.ts";
import { listDeliveries } from "../../lib/store/delivery-lists.ts";
import { describeDeliveries, loggedApp } from "../../lib/use-cases/webhooks/present.ts";
import { searchDeliveries } from "../../lib/use-cases/webhooks/search-deliveries.ts";

export const handler = dashboardEndpoint(listWebhookLogs, async ({ principal, query, now }) => {
  const appId = await loggedApp(principal, query.app_id);
  if (appId === null) return reply(200, presentFirst([], query.limit));
  const { status, event_type: eventType, livemode, search } = query;
  const filter = { status, eventType, livemode };
  if (search !== undefined) {
    const found = await searchDeliveries(search, { ...filter, principal, appId }, now);
    return reply(200, presentFirst(await describeDeliveries(found), query.limit));
  }
  const page = await listDeliveries(table(), { of: { appId }, ...filter }, query, now);
  const data = await describeDeliveries(page.data);
  return reply(
    200,
    presentPage({ ...page, data }, (delivery) => delivery),
  );
});
