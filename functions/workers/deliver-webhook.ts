import { deliveryMessage } from "../../lib/contract/messages.ts";
import { deliverWebhook } from "../../lib/contract/workers/webhooks.ts";
import { batchWorker } from "../../lib/pipeline/worker.ts";
import { livePorts } from "../../lib/use-cases/webhooks/ports.ts";
import { deliverBatch } from "../../lib/use-cases/webhooks/sender.ts";

export const handler = batchWorker(deliverWebhook, deliveryMessage, () => {
  const ports = livePorts();
  return (messages) => deliverBatch(ports, "delivery", messages);
});
