import { readDelivery } from "../../lib/contract/routes/platform-webhooks.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { loadDelivery, loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { presentDelivery, presentDeliveryAttempt } from "../../lib/runtime/webhooks/present.ts";
import { attemptsOfDelivery } from "../../lib/store/delivery-attempts.ts";
import { getEventBody } from "../../lib/store/events.ts";

export const handler = endpoint(readDelivery, async ({ principal, params, now }) => {
  const found = await loadEndpoint(principal.accountId, params.id);
  const delivery = await loadDelivery(found, params.delivery_id, now);
  const [attempts, payload] = await Promise.all([
    attemptsOfDelivery(table(), delivery.id, now),
    getEventBody(table(), delivery.eventId, now),
  ]);
  return reply(200, {
    ...presentDelivery(delivery),
    attempts: attempts.map(presentDeliveryAttempt),
    payload,
  });
});
