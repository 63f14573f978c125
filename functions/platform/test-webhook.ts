import { testWebhook } from "../../lib/contract/routes/platform-webhooks.ts";
import { assertCommitted } from "../../lib/runtime/checkouts/assert-committed.ts";
import { table } from "../../lib/runtime/deps.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";
import { assertEnabled, loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { ping } from "../../lib/runtime/webhooks/ping.ts";
import { presentDelivery } from "../../lib/runtime/webhooks/present.ts";
import { queuePorts } from "../../lib/runtime/webhooks/queue-ports.ts";
import { wake } from "../../lib/runtime/webhooks/wake.ts";
import { newDeliveryWrite } from "../../lib/store/deliveries.ts";
import { eventWrites } from "../../lib/store/events.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = idempotentEndpoint(
  testWebhook,
  async ({ principal, params, idempotency, now }) => {
    const found = await loadEndpoint(principal.accountId, params.id);
    assertEnabled(found);
    const { event, delivery } = ping(found, now);
    const shown = presentDelivery(delivery);
    const commit = await transact(table(), [
      ...eventWrites(event),
      newDeliveryWrite(delivery),
      ...idempotency.completes(202, shown),
    ]);
    assertCommitted(commit);
    await wake(queuePorts(), [delivery]);
    return reply(202, shown);
  },
);
