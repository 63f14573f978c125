import { grantWrites, type LedgerRow } from "../../lib/store/credits.ts";
import { type Commit, type Table, transact } from "../../lib/store/transact.ts";

/** Commits a grant or an adjustment in its own transaction. */
export function grantCredits(table: Table, entry: LedgerRow): Promise<Commit> {
  return transact(table, grantWrites(entry));
}
