import { sendDailySummaries } from "../../lib/contract/workers/notifications.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { queueDailySummaries } from "../../lib/use-cases/notifications/daily.ts";

export const handler = scheduledWorker(sendDailySummaries, async () => ({
  queued: await queueDailySummaries(),
}));
