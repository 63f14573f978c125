import { dropCustomerData } from "../../lib/contract/workers/accounts.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { dropOldCustomerData } from "../../lib/use-cases/privacy/redact-old-data.ts";

/** Leaves the last minute of the function's five to finish an account. */
const PATIENCE_MS = 240_000;

export const handler = scheduledWorker(dropCustomerData, () =>
  dropOldCustomerData(now(), performance.now() + PATIENCE_MS),
);
