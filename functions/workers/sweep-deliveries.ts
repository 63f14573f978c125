import { sweepDeliveries as worker } from "../../lib/contract/workers/webhooks.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";
import { sweepDeliveries, sweepRecoveries } from "../../lib/use-cases/webhooks/sweep.ts";

export const handler = scheduledWorker(worker, async () => {
  await sweepDeliveries(queuePorts());
  await sweepRecoveries(queuePorts());
});
