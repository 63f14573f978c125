import { recoveryMessage } from "../../lib/contract/messages.ts";
import { runRecovery } from "../../lib/contract/workers/webhooks.ts";
import { queueWorker } from "../../lib/pipeline/worker.ts";
import { runBackgroundWork } from "../../lib/use-cases/webhooks/background.ts";
import { queuePorts } from "../../lib/use-cases/webhooks/ports.ts";

export const handler = queueWorker(runRecovery, recoveryMessage, (message) =>
  runBackgroundWork(queuePorts(), message),
);
