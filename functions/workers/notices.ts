import { noticeMessage } from "../../lib/contract/messages.ts";
import * as workers from "../../lib/contract/workers/notices.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { queueWorker, scheduledWorker } from "../../lib/pipeline/worker.ts";
import { checkNoticePayments as checkPayments } from "../../lib/use-cases/bank-notices/check-payments.ts";
import { checkSources } from "../../lib/use-cases/bank-notices/check-sources.ts";
import { followNotice, followPointer } from "../../lib/use-cases/bank-notices/follow.ts";

/** Of the function's 60 s, the last check may take 20 s to ask a slow bank. */
const PATIENCE_MS = 30_000;

export const checkNoticePayments = scheduledWorker(workers.checkNoticePayments, async () => ({
  settled: await checkPayments(performance.now() + PATIENCE_MS),
}));

export const checkNoticeSources = scheduledWorker(workers.checkNoticeSources, async () => ({
  reported: await checkSources(now()),
}));

export const followNotices = queueWorker(workers.followNotices, noticeMessage, (message) =>
  followNotice(message, followPointer),
);
