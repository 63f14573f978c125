import { expireCheckout } from "../../lib/runtime/checkouts/expire.ts";
import { now, table } from "../../lib/runtime/deps.ts";
import { errorFields, log } from "../../lib/runtime/log.ts";
import { scheduledWorker } from "../../lib/runtime/worker.ts";
import { dueCheckouts } from "../../lib/store/checkouts.ts";

const BATCH = 200;

export const handler = scheduledWorker("expire-checkouts", async () => {
  const at = now();
  const ids = await dueCheckouts(table(), at, BATCH);
  const results = await Promise.allSettled(ids.map((id) => expireCheckout(id, at)));
  for (const result of results) {
    // One that cannot be expired now is found again in a minute and must not hold up the others.
    if (result.status === "rejected") log("error", "expiry failed", errorFields(result.reason));
  }
});
