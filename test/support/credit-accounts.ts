import type { CaptureSource } from "../../lib/domain/ledger.ts";
import { widenWrites } from "../../lib/store/credit-shards.ts";
import { captureWrites, type LedgerRow } from "../../lib/store/credits.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { grantCredits } from "./grant-credits.ts";

export type CreditAccounts = ReturnType<typeof creditAccounts>;

/** Accounts that have nothing but credits. */
export function creditAccounts(table: Table) {
  let made = 0;
  const newId = () => `acc_${++made}`;
  const entry = (accountId: string, kind: LedgerRow["kind"], credits: number): LedgerRow => ({
    ...{ id: `led_${++made}`, accountId, kind, credits },
    ...{ source: "test", note: null, createdAt: 1_000 },
  });
  return {
    newId,
    entry,
    capture: (accountId: string, source: CaptureSource) =>
      transact(table, captureWrites(entry(accountId, "capture", 1), source)),
    /** All credits are in the first shard. */
    newAccount: async (credits: number, shards: number) => {
      const accountId = newId();
      await grantCredits(table, entry(accountId, "grant", credits));
      if (shards > 1) await transact(table, widenWrites(accountId, 1, shards));
      return accountId;
    },
  };
}
