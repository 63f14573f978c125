import * as routes from "../../lib/contract/routes/platform-events.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { newDeliveryWrite } from "../../lib/store/deliveries.ts";
import { triggeredEventWrite } from "../../lib/store/events.ts";
import { transact } from "../../lib/store/transact.ts";
import { presentEvent } from "../../lib/use-cases/events/build-event.ts";
import {
  resumeDeliveries,
  triggerEvent as trigger,
} from "../../lib/use-cases/webhooks/manual-attempts.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";
import { presentDelivery } from "../../lib/use-cases/webhooks/present.ts";

export const triggerEvent = idempotentEndpoint(
  routes.triggerEvent,
  async ({ principal, body, idempotency, now }) => {
    const { event, delivery } = await trigger(principal, body, now);
    const shown = {
      object: "triggered_event" as const,
      event: presentEvent(event.body),
      delivery: delivery && presentDelivery(delivery),
    };
    const commit = await transact(table(), [
      triggeredEventWrite(event),
      ...(delivery ? [newDeliveryWrite(delivery)] : []),
      ...idempotency.completes(202, shown),
    ]);
    assertCommitted(commit);
    if (delivery) await resumeDeliveries(queuePorts(), [delivery]);
    return reply(202, shown);
  },
);
