import { notifyLowCredits } from "../../lib/contract/workers/accounts.ts";
import { streamWorker } from "../../lib/pipeline/worker.ts";
import { followBalance } from "../../lib/use-cases/credits/follow-balance.ts";
import { balanceChange } from "../../lib/use-cases/credits/purchases.ts";

export const handler = streamWorker(notifyLowCredits, async (records) => {
  for (const record of records) {
    const change = balanceChange(record);
    if (change) await followBalance(change);
  }
});
