import { checkNoticeSources } from "../../lib/contract/workers/notices.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { checkSources } from "../../lib/use-cases/bank-notices/check-sources.ts";

export const handler = scheduledWorker(checkNoticeSources, async () => ({
  reported: await checkSources(now()),
}));
