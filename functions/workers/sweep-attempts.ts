import { sweepAttempts as worker } from "../../lib/contract/workers/verification.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { sweepAttempts } from "../../lib/use-cases/verification/resume-later.ts";

export const handler = scheduledWorker(worker, async () => {
  await sweepAttempts();
});
