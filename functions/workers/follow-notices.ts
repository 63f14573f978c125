import { noticeMessage } from "../../lib/contract/messages.ts";
import { followNotices } from "../../lib/contract/workers/notices.ts";
import { queueWorker } from "../../lib/pipeline/worker.ts";
import { followNotice } from "../../lib/use-cases/bank-notices/follow.ts";
import { followPointer } from "../../lib/use-cases/bank-notices/pointer.ts";

export const handler = queueWorker(followNotices, noticeMessage, (message) =>
  followNotice(message, followPointer),
);
