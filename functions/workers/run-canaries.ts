import { runCanaries as worker } from "../../lib/contract/workers/verification.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { runCanaries } from "../../lib/use-cases/verification/check-provider-health.ts";

export const handler = scheduledWorker(worker, runCanaries);
