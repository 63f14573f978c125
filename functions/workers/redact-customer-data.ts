import { redactCustomerData } from "../../lib/contract/workers/accounts.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { redactOldCustomerData } from "../../lib/use-cases/accounts/redact-old-data.ts";

/** Leaves the last minute of the function's five to finish an account. */
const PATIENCE_MS = 240_000;

export const handler = scheduledWorker(redactCustomerData, () =>
  redactOldCustomerData(now(), performance.now() + PATIENCE_MS),
);
