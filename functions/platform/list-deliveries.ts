import { listDeliveries as route } from "../../lib/contract/routes/platform-webhooks.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { presentDelivery } from "../../lib/runtime/webhooks/present.ts";
import { listDeliveries } from "../../lib/store/deliveries.ts";

export const handler = endpoint(route, async ({ principal, params, query, now }) => {
  const { id: endpointId } = await loadEndpoint(principal.accountId, params.id);
  const filter = { of: { endpointId }, status: query.status, eventType: query.event_type };
  const page = await listDeliveries(table(), filter, query, now);
  return reply(200, presentPage(page, presentDelivery));
});
