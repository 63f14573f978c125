import { tendProviders } from "../../lib/runtime/verification/tend-providers.ts";
import { scheduledWorker } from "../../lib/runtime/worker.ts";

export const handler = scheduledWorker("tend-providers", tendProviders);
