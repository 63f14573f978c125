import { notificationMessage } from "../../lib/contract/messages.ts";
import * as workers from "../../lib/contract/workers/notifications.ts";
import { queueWorker, scheduledWorker } from "../../lib/pipeline/worker.ts";
import { queueDailySummaries } from "../../lib/use-cases/notifications/daily.ts";
import { sendNotification, tell, tellOfEvent } from "../../lib/use-cases/notifications/send.ts";

export const sendDailySummaries = scheduledWorker(workers.sendDailySummaries, async () => ({
  queued: await queueDailySummaries(),
}));

export const sendNotifications = queueWorker(
  workers.sendNotifications,
  notificationMessage,
  (message) => {
    if ("detail" in message) return tellOfEvent(message.detail);
    return message.kind === "tell" ? tell(message) : sendNotification(message);
  },
);
