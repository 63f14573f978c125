import { rotateSigningKeys as worker } from "../../lib/contract/workers/accounts.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { rotateSigningKeys } from "../../lib/use-cases/login/rotate-signing-keys.ts";

export const handler = scheduledWorker(worker, () => rotateSigningKeys(now()));
