import { listDeliveries as route } from "../../lib/contract/routes/platform-deliveries.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listDeliveries } from "../../lib/store/delivery-lists.ts";
import { describeDeliveries, loadEndpoint } from "../../lib/use-cases/webhooks/present.ts";

export const handler = dashboardEndpoint(route, async ({ principal, params, query, now }) => {
  const { id: endpointId } = await loadEndpoint(principal, params.id);
  const filter = { of: { endpointId }, status: query.status, eventType: query.event_type };
  const page = await listDeliveries(table(), filter, query, now);
  const data = await describeDeliveries(page.data);
  return reply(
    200,
    presentPage({ ...page, data }, (delivery) => delivery),
  );
});
