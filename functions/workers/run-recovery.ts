import { recoveryMessage } from "../../lib/contract/messages.ts";
import { runBackgroundWork } from "../../lib/runtime/webhooks/background.ts";
import { queuePorts } from "../../lib/runtime/webhooks/queue-ports.ts";
import { queueWorker } from "../../lib/runtime/worker.ts";

export const handler = queueWorker("run-recovery", recoveryMessage, (message) =>
  runBackgroundWork(queuePorts(), message),
);
