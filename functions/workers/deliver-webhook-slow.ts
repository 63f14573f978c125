import { deliveryMessage } from "../../lib/contract/messages.ts";
import { deliver } from "../../lib/runtime/webhooks/deliver.ts";
import { livePorts } from "../../lib/runtime/webhooks/live-ports.ts";
import { queueWorker } from "../../lib/runtime/worker.ts";

export const handler = queueWorker("deliver-webhook-slow", deliveryMessage, (message) =>
  deliver(livePorts(), "delivery-slow", message),
);
