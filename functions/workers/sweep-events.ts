import { publishEvents } from "../../lib/cloud/bus.ts";
import { sweepEvents as worker } from "../../lib/contract/workers/webhooks.ts";
import { eventBridge, now, table } from "../../lib/pipeline/deps.ts";
import { variableOf } from "../../lib/pipeline/environment.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { sweepEvents } from "../../lib/use-cases/webhooks/sweep.ts";

export const handler = scheduledWorker(worker, async () => {
  await sweepEvents({
    table: table(),
    now,
    publish: (entries) => publishEvents(eventBridge(), variableOf("BUS_NAME"), entries),
  });
});
