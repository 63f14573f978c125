import { listWebhookLogs } from "../../lib/contract/routes/platform-webhooks.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { loggedApp } from "../../lib/runtime/webhooks/logged-app.ts";
import { presentDelivery } from "../../lib/runtime/webhooks/present.ts";
import { listDeliveries } from "../../lib/store/deliveries.ts";

export const handler = endpoint(listWebhookLogs, async ({ principal, query, now }) => {
  const appId = await loggedApp(principal.accountId, query.app_id);
  if (appId === null)
    return reply(200, presentPage({ data: [], nextCursor: null }, presentDelivery));
  const { status, event_type: eventType, livemode } = query;
  const filter = { of: { appId }, status, eventType, livemode };
  const page = await listDeliveries(table(), filter, query, now);
  return reply(200, presentPage(page, presentDelivery));
});
