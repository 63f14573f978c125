import type * as z from "zod";
import type { ledgerEntry, purchase } from "../../contract/schemas/dashboard-credits.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { instant } from "../../domain/instant.ts";
import { purchaseIdOf } from "../../domain/purchase.ts";
import type { LedgerRow } from "../../store/credits.ts";
import { presentPublicCheckout } from "../checkouts/present.ts";

/** A ledger entry; negative if it lowers the balance. */
export function presentLedgerEntry(row: LedgerRow): z.output<typeof ledgerEntry> {
  return {
    id: row.id,
    object: "ledger_entry",
    kind: row.kind,
    credits: row.kind === "capture" ? -row.credits : row.credits,
    source: row.source,
    note: row.note,
    created_at: instant(row.createdAt),
  };
}

/** A purchase of credits with its checkout; `now` in ms. */
export function presentPurchase(
  checkout: Checkout,
  credits: number,
  now: number,
): z.output<typeof purchase> {
  return {
    id: purchaseIdOf(checkout.id),
    object: "purchase",
    credits,
    amount: checkout.amount,
    currency: checkout.currency,
    checkout: presentPublicCheckout(checkout, now),
  };
}
