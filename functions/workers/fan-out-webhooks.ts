import { fanOutMessage } from "../../lib/contract/messages.ts";
import { fanOutWebhooks } from "../../lib/contract/workers/webhooks.ts";
import { batchWorker } from "../../lib/pipeline/worker.ts";
import { fanOut } from "../../lib/use-cases/webhooks/fan-out.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";

export const handler = batchWorker(fanOutWebhooks, fanOutMessage, () => {
  const ports = queuePorts();
  return (messages) =>
    fanOut(
      ports,
      messages.map(({ detail }) => detail),
    );
});
