import { now, table } from "../../lib/runtime/deps.ts";
import { log } from "../../lib/runtime/log.ts";
import { wakeAttempt } from "../../lib/runtime/verification/wake.ts";
import { scheduledWorker } from "../../lib/runtime/worker.ts";
import { overdueAttempts } from "../../lib/store/attempts.ts";

const BATCH = 200;

export const handler = scheduledWorker("sweep-attempts", async () => {
  const at = now();
  const overdue = await overdueAttempts(table(), at, BATCH);
  for (const attempt of overdue) await wakeAttempt(attempt, at, "resumed");
  if (overdue.length > 0) log("warn", "attempts woken by the sweeper", { count: overdue.length });
});
