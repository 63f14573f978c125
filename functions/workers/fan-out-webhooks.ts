import { fanOutMessage } from "../../lib/contract/messages.ts";
import { fanOut } from "../../lib/runtime/webhooks/fan-out.ts";
import { queuePorts } from "../../lib/runtime/webhooks/queue-ports.ts";
import { queueWorker } from "../../lib/runtime/worker.ts";

export const handler = queueWorker("fan-out-webhooks", fanOutMessage, ({ detail }) =>
  fanOut(queuePorts(), detail),
);
