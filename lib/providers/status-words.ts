import type { ReceiptStatus } from "../domain/receipt.ts";

/** Whole texts of a status field; anything else is `unknown` and can never be matched. */
const STATUSES: Readonly<Record<string, ReceiptStatus>> = {
  completed: "completed",
  complete: "completed",
  success: "completed",
  successful: "completed",
  pending: "pending",
  processing: "pending",
  "in progress": "pending",
  initiated: "pending",
  authorized: "pending",
  reversed: "reversed",
  refunded: "reversed",
  cancelled: "failed",
  canceled: "failed",
  failed: "failed",
  declined: "failed",
  rejected: "failed",
  expired: "failed",
};

export function statusByText(text: string): ReceiptStatus {
  const word = text.trim().toLowerCase();
  return Object.hasOwn(STATUSES, word) ? (STATUSES[word] ?? "unknown") : "unknown";
}
