import { fanOutMessage } from "../../lib/contract/messages.ts";
import { followEvents } from "../../lib/contract/workers/accounts.ts";
import { queueWorker } from "../../lib/pipeline/worker.ts";
import { followEvent } from "../../lib/use-cases/follow-events/follow-event.ts";

export const handler = queueWorker(followEvents, fanOutMessage, ({ detail }) =>
  followEvent(detail),
);
