import { publishEvents } from "../../lib/cloud/bus.ts";
import { eventBridge, now, table } from "../../lib/runtime/deps.ts";
import { variableOf } from "../../lib/runtime/environment.ts";
import { sweepEvents } from "../../lib/runtime/webhooks/sweep.ts";
import { scheduledWorker } from "../../lib/runtime/worker.ts";

export const handler = scheduledWorker("sweep-events", async () => {
  await sweepEvents({
    table: table(),
    now,
    publish: (entries) => publishEvents(eventBridge(), variableOf("BUS_NAME"), entries),
  });
});
