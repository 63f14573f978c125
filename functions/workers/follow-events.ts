import { followUpMessage } from "../../lib/contract/messages.ts";
import { followEvents } from "../../lib/contract/workers/accounts.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { queueWorker } from "../../lib/pipeline/worker.ts";
import { cancelOrphans } from "../../lib/use-cases/checkouts/cancel.ts";
import { followEvent } from "../../lib/use-cases/follow-events/follow-event.ts";

export const handler = queueWorker(followEvents, followUpMessage, (message) =>
  "detail" in message
    ? followEvent(message.detail)
    : cancelOrphans(message.account_id, message.app_id, now()),
);
