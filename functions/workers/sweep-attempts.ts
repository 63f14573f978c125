import { sweepAttempts } from "../../lib/contract/workers/verification.ts";
import { now, table } from "../../lib/pipeline/deps.ts";
import { log, logUnreadable } from "../../lib/pipeline/log.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { overdueAttempts } from "../../lib/store/attempts.ts";
import { resumeAttemptAt } from "../../lib/use-cases/verification/resume-attempt-at.ts";

const BATCH = 200;

export const handler = scheduledWorker(sweepAttempts, async () => {
  const at = now();
  const overdue = await overdueAttempts(table(), at, BATCH, logUnreadable);
  for (const attempt of overdue) await resumeAttemptAt(attempt, at, "resumed");
  if (overdue.length > 0) log("warn", "attempts resumed by the sweeper", { count: overdue.length });
});
