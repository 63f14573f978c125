import { readDelivery } from "../../lib/contract/routes/platform-deliveries.ts";
import { eventOf } from "../../lib/domain/event-record.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { attemptsOfDelivery } from "../../lib/store/delivery-attempts.ts";
import { getEventBody } from "../../lib/store/events.ts";
import {
  loadDelivery,
  loadEndpoint,
  presentDelivery,
  presentDeliveryAttempt,
} from "../../lib/use-cases/webhooks/present.ts";

export const handler = dashboardEndpoint(readDelivery, async ({ principal, params, now }) => {
  const found = await loadEndpoint(principal, params.id);
  const delivery = await loadDelivery(principal, found, params.delivery_id, now);
  const [attempts, payload] = await Promise.all([
    attemptsOfDelivery(table(), delivery, now),
    getEventBody(table(), eventOf(delivery), now),
  ]);
  return reply(200, {
    ...presentDelivery(delivery),
    attempts: attempts.map(presentDeliveryAttempt),
    payload,
  });
});
