import { notifyLowCredits } from "../../lib/contract/workers/accounts.ts";
import { streamWorker } from "../../lib/pipeline/worker.ts";
import { balanceChange } from "../../lib/use-cases/credits/balance-change.ts";
import { followBalance } from "../../lib/use-cases/credits/follow-balance.ts";

export const handler = streamWorker(notifyLowCredits, async (records) => {
  for (const record of records) {
    const change = balanceChange(record);
    if (change) await followBalance(change);
  }
});
