import { now } from "../../lib/runtime/deps.ts";
import { deleteClosedAccounts } from "../../lib/runtime/privacy/delete-closed.ts";
import { scheduledWorker } from "../../lib/runtime/worker.ts";

/** Leaves the last minute of the function's five to finish an account. */
const PATIENCE_MS = 240_000;

export const handler = scheduledWorker("delete-closed-accounts", () =>
  deleteClosedAccounts(now(), performance.now() + PATIENCE_MS),
);
