import { retryDelivery } from "../../lib/contract/routes/platform-webhooks.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { assertCommitted } from "../../lib/runtime/checkouts/assert-committed.ts";
import { table } from "../../lib/runtime/deps.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";
import { loadDelivery, loadEndpoint } from "../../lib/runtime/webhooks/load.ts";
import { presentDelivery } from "../../lib/runtime/webhooks/present.ts";
import { queuePorts } from "../../lib/runtime/webhooks/queue-ports.ts";
import { inFlight, requestAttempt } from "../../lib/runtime/webhooks/request-attempt.ts";
import { wake } from "../../lib/runtime/webhooks/wake.ts";
import { deliveryWrite } from "../../lib/store/deliveries.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = idempotentEndpoint(
  retryDelivery,
  async ({ principal, params, idempotency, now }) => {
    const found = await loadEndpoint(principal.accountId, params.id);
    const before = await loadDelivery(found, params.delivery_id, now);
    const after = requestAttempt(found, before, now);
    const shown = presentDelivery(after);
    const commit = await transact(table(), [
      deliveryWrite(before, after),
      audit(principal, "webhook.delivery_retried", before.id, now),
      ...idempotency.completes(202, shown),
    ]);
    if (!commit.committed && commit.failed.includes("delivery")) throw inFlight();
    assertCommitted(commit);
    await wake(queuePorts(), [after]);
    return reply(202, shown);
  },
);
