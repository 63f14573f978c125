import { recoverWebhook } from "../../lib/contract/routes/platform-deliveries.ts";
import { invalidField } from "../../lib/domain/errors.ts";
import { newId } from "../../lib/domain/ids.ts";
import { LONGEST_RECOVERY_MS, newRecovery } from "../../lib/domain/user.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { newRecoveryWrite } from "../../lib/store/recoveries.ts";
import { transact } from "../../lib/store/transact.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";
import {
  assertEnabled,
  loadEndpoint,
  presentRecovery,
} from "../../lib/use-cases/webhooks/present.ts";

export const handler = idempotentEndpoint(
  recoverWebhook,
  async ({ principal, params, body, idempotency, now }) => {
    const { accountId } = principal;
    const found = await loadEndpoint(principal, params.id);
    const since = sinceOf(body.since, now);
    assertEnabled(found);
    const id = newId("rcv_", now, randomBytes(10));
    const started = newRecovery({ id, accountId, endpointId: found.id, since, createdAt: now });
    const shown = presentRecovery(started);
    const commit = await transact(table(), [
      newRecoveryWrite(started),
      audit(principal, "webhook.recovered", found.id, now),
      ...idempotency.completes(202, shown),
    ]);
    assertCommitted(commit);
    await queuePorts().startWork({
      version: 1,
      kind: "recover",
      account_id: accountId,
      endpoint_id: found.id,
      recovery_id: id,
    });
    return reply(202, shown);
  },
);

function sinceOf(text: string, now: number): number {
  const since = Date.parse(text);
  if (!(since <= now)) throw invalidField("since", "must not lie in the future");
  if (since < now - LONGEST_RECOVERY_MS) {
    throw invalidField("since", "must be at most 14 days ago");
  }
  return since;
}
