import { testWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { newDeliveryWrite } from "../../lib/store/deliveries.ts";
import { unrelayedEventWrite } from "../../lib/store/events.ts";
import { transact } from "../../lib/store/transact.ts";
import { ping, resumeDeliveries } from "../../lib/use-cases/webhooks/manual-attempts.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";
import {
  assertEnabled,
  loadEndpoint,
  presentDelivery,
} from "../../lib/use-cases/webhooks/present.ts";

export const handler = idempotentEndpoint(
  testWebhook,
  async ({ principal, params, idempotency, now }) => {
    const found = await loadEndpoint(principal, params.id);
    assertEnabled(found);
    const { event, delivery } = ping(found, now);
    const shown = presentDelivery(delivery);
    const commit = await transact(table(), [
      unrelayedEventWrite(event),
      newDeliveryWrite(delivery),
      ...idempotency.completes(202, shown),
    ]);
    assertCommitted(commit);
    await resumeDeliveries(queuePorts(), [delivery]);
    return reply(202, shown);
  },
);
