import type * as z from "zod";
import type { ledgerEntry } from "../../contract/schemas/dashboard-credits.ts";
import type { LedgerRow } from "../../store/credits.ts";

/** A line of the ledger, signed as it changes the balance. */
export function presentLedgerEntry(row: LedgerRow): z.output<typeof ledgerEntry> {
  return {
    id: row.id,
    object: "ledger_entry",
    kind: row.kind,
    credits: row.kind === "capture" ? -row.credits : row.credits,
    source: row.source,
    note: row.note,
    created_at: new Date(row.createdAt).toISOString(),
  };
}
