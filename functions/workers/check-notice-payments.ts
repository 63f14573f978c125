import { checkNoticePayments as worker } from "../../lib/contract/workers/notices.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { checkNoticePayments } from "../../lib/use-cases/bank-notices/check-payments.ts";

export const handler = scheduledWorker(worker, async () => ({
  settled: await checkNoticePayments(),
}));
