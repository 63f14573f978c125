import { checkProviderHealth as worker } from "../../lib/contract/workers/verification.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { checkProviderHealth } from "../../lib/use-cases/verification/check-provider-health.ts";

export const handler = scheduledWorker(worker, checkProviderHealth);
