import { expireDueCheckouts } from "../../lib/runtime/checkouts/expire-due.ts";
import { now } from "../../lib/runtime/deps.ts";
import { scheduledWorker } from "../../lib/runtime/worker.ts";

/** Leaves the last third of the function's minute to finish a batch. */
const PATIENCE_MS = 40_000;

export const handler = scheduledWorker("expire-checkouts", () =>
  expireDueCheckouts(now(), performance.now() + PATIENCE_MS),
);
