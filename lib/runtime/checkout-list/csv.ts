import { shownStatus } from "../../domain/checkout.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";

const COLUMNS: readonly (readonly [
  string,
  (row: Checkout, now: number) => string | number | null,
])[] = [
  ["id", (row) => row.id],
  ["app_id", (row) => row.appId],
  ["status", shownStatus],
  ["exceptions", (row) => row.exceptions.join(" ")],
  ["amount_minor", (row) => row.amount],
  ["currency", (row) => row.currency],
  ["amount_received_minor", (row) => row.amountReceived],
  ["client_reference", (row) => row.clientReference],
  ["description", (row) => row.description],
  ["customer_name", (row) => row.customer?.name ?? null],
  ["customer_phone", (row) => row.customer?.phone ?? null],
  ["customer_email", (row) => row.customer?.email ?? null],
  ["provider", (row) => row.payment?.provider ?? null],
  ["reference", (row) => row.payment?.reference ?? null],
  ["payer_name", (row) => row.payment?.payerName ?? null],
  ["paid_at", (row) => instant(row.payment?.paidAt ?? null)],
  ["created_at", (row) => instant(row.createdAt)],
  ["expires_at", (row) => instant(row.expiresAt)],
  ["verified_at", (row) => instant(row.verifiedAt)],
];

/** Checkouts as CSV (RFC 4180) with a header line. */
export function toCsv(rows: readonly Checkout[], now: number): string {
  const lines = rows.map((row) => COLUMNS.map(([, read]) => cell(read(row, now))).join(","));
  return [COLUMNS.map(([name]) => name).join(","), ...lines].map((line) => `${line}\r\n`).join("");
}

/** Customers write some of these texts: a spreadsheet must not take one for a formula. */
function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const plain = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
