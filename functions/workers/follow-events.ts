import { fanOutMessage } from "../../lib/contract/messages.ts";
import { followEvent } from "../../lib/runtime/follow-event.ts";
import { queueWorker } from "../../lib/runtime/worker.ts";

export const handler = queueWorker("follow-events", fanOutMessage, ({ detail }) =>
  followEvent(detail),
);
