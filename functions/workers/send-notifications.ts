import { notificationMessage } from "../../lib/contract/messages.ts";
import { sendNotifications } from "../../lib/contract/workers/notifications.ts";
import { queueWorker } from "../../lib/pipeline/worker.ts";
import { sendNotification } from "../../lib/use-cases/notifications/send.ts";
import { tell, tellOfEvent } from "../../lib/use-cases/notifications/tell.ts";

export const handler = queueWorker(sendNotifications, notificationMessage, (message) => {
  if ("detail" in message) return tellOfEvent(message.detail);
  return message.kind === "tell" ? tell(message) : sendNotification(message);
});
