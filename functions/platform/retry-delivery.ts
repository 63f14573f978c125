import { retryDelivery } from "../../lib/contract/routes/platform-deliveries.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { deliveryWrite } from "../../lib/store/deliveries.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import {
  inFlight,
  requestAttempt,
  resumeDeliveries,
} from "../../lib/use-cases/webhooks/manual-attempts.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";
import {
  loadDelivery,
  loadEndpoint,
  presentDelivery,
} from "../../lib/use-cases/webhooks/present.ts";

export const handler = idempotentEndpoint(
  retryDelivery,
  async ({ principal, params, idempotency, now }) => {
    const found = await loadEndpoint(principal, params.id);
    const before = await loadDelivery(principal, found, params.delivery_id, now);
    const after = requestAttempt(found, before, now);
    const shown = presentDelivery(after);
    const commit = await transact(table(), [
      deliveryWrite(before, after),
      audit(principal, "webhook.delivery_retried", before.id, now),
      ...idempotency.completes(202, shown),
    ]);
    if (isRefused(commit, "delivery")) throw inFlight();
    assertCommitted(commit);
    await resumeDeliveries(queuePorts(), [after]);
    return reply(202, shown);
  },
);
