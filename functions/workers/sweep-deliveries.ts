import { queuePorts } from "../../lib/runtime/webhooks/queue-ports.ts";
import { sweepDeliveries, sweepRecoveries } from "../../lib/runtime/webhooks/sweep.ts";
import { scheduledWorker } from "../../lib/runtime/worker.ts";

export const handler = scheduledWorker("sweep-deliveries", async () => {
  await sweepDeliveries(queuePorts());
  await sweepRecoveries(queuePorts());
});
