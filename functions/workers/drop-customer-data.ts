import { now } from "../../lib/runtime/deps.ts";
import { dropOldCustomerData } from "../../lib/runtime/privacy/drop-old-data.ts";
import { scheduledWorker } from "../../lib/runtime/worker.ts";

/** Leaves the last minute of the function's five to finish an account. */
const PATIENCE_MS = 240_000;

export const handler = scheduledWorker("drop-customer-data", () =>
  dropOldCustomerData(now(), performance.now() + PATIENCE_MS),
);
