import { deleteClosedAccounts as worker } from "../../lib/contract/workers/accounts.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { deleteClosedAccounts } from "../../lib/use-cases/accounts/delete-closed.ts";

/** Leaves the last minute of the function's five to finish an account. */
const PATIENCE_MS = 240_000;

export const handler = scheduledWorker(worker, () =>
  deleteClosedAccounts(now(), performance.now() + PATIENCE_MS),
);
