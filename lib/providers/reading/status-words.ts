import type { ReceiptStatus } from "../../domain/receipt.ts";
import type { ProviderFacts } from "../provider-facts.ts";
import type { LabelValues } from "./label-values.ts";
import { Unreadable } from "./unreadable.ts";

/** For providers that usually print no status, should one ever appear. */
const USUAL: Readonly<Record<string, ReceiptStatus>> = {
  completed: "completed",
  success: "completed",
  successful: "completed",
  pending: "pending",
  processing: "pending",
  reversed: "reversed",
  refunded: "reversed",
  failed: "failed",
  cancelled: "failed",
  canceled: "failed",
  declined: "failed",
  rejected: "failed",
  expired: "failed",
};

/** Labels under which a receipt could show a status, as `labelKey` spells them. */
export const STATUS_LABELS = [
  "transaction status",
  "payment status",
  "transfer status",
  "receipt status",
  "current status",
  "status of transaction",
  "transaction state",
  "payment state",
  "status",
] as const;

/** The printed status, or null where the page has no label of one. A label without a word is `Unreadable`. */
export function shownStatus(page: LabelValues): string | null {
  const shown = page.optional(...STATUS_LABELS);
  if (shown === null && page.has(...STATUS_LABELS)) throw new Unreadable("status: blank");
  return shown;
}

/** A whole line, cell or field that says a transfer does not count: a stamp, a heading, a second status. */
const STAMP =
  /^\W*(?:(?:this )?(?:transaction|transfer|payment|receipt) )?(?:(?:is|was|has been) )?(?:pending|processing|reversed|reversal|refunded|voided|void|failed|cancell?ed|declined|rejected)\W*$/i;

/**
 * The status by the whole printed word. An unlisted word is `unknown`, which never matches. Where nothing
 * is printed, a provider that always prints a status is unreadable; any other provider issues receipts of
 * completed transfers only.
 *
 * @param beside all other texts of the receipt; one that says the contrary of "completed" is `Unreadable`
 */
export function receiptStatus(
  facts: Pick<ProviderFacts, "statuses">,
  shown: string | null,
  beside: readonly string[],
): ReceiptStatus {
  if (shown === null && facts.statuses !== null) throw new Unreadable("no status");
  const words = new Map(Object.entries(facts.statuses ?? USUAL));
  const status =
    shown === null ? "completed" : (words.get(shown.trim().toLowerCase()) ?? "unknown");
  if (status === "completed" && beside.some((text) => STAMP.test(text))) {
    throw new Unreadable("completed, and the contrary beside it");
  }
  return status;
}
