import { countEvents } from "../../lib/contract/workers/accounts.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { countAllEvents } from "../../lib/use-cases/follow-events/count-events.ts";

/** Leaves the last minute of the function's five to finish a step. */
const PATIENCE_MS = 240_000;

export const handler = scheduledWorker(countEvents, () =>
  countAllEvents(now(), performance.now() + PATIENCE_MS),
);
