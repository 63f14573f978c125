import { checkInvariants } from "../../lib/contract/workers/accounts.ts";
import { now, table } from "../../lib/pipeline/deps.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { checkSample } from "../../lib/use-cases/operator/check-sample.ts";

export const handler = scheduledWorker(checkInvariants, () =>
  checkSample(table(), now(), Math.random()),
);
