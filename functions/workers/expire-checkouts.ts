import { expireCheckouts } from "../../lib/contract/workers/verification.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { expireDueCheckouts } from "../../lib/use-cases/checkouts/cancel.ts";

/** Leaves the last third of the function's minute to finish a batch. */
const PATIENCE_MS = 40_000;

export const handler = scheduledWorker(expireCheckouts, () =>
  expireDueCheckouts(now(), performance.now() + PATIENCE_MS),
);
