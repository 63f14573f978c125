import { balanceChange } from "../../lib/runtime/credits/balance-change.ts";
import { followBalance } from "../../lib/runtime/credits/follow-balance.ts";
import { streamWorker } from "../../lib/runtime/worker.ts";

export const handler = streamWorker("watch-credits", async (records) => {
  for (const record of records) {
    const change = balanceChange(record);
    if (change) await followBalance(change);
  }
});
