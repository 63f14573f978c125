import { csvLine } from "../../contract/csv.ts";
import { localInstant } from "../../contract/days.ts";
import { shownStatus } from "../../domain/checkout.ts";
import { type Checkout, exceptionsOf } from "../../domain/checkout-terms.ts";
import { type Payment, shownPayment } from "../../domain/payment.ts";

const COLUMNS: readonly (readonly [
  string,
  (row: Checkout, now: number) => string | number | null,
])[] = [
  ["id", (row) => row.id],
  ["app_id", (row) => row.appId],
  ["status", shownStatus],
  ["exceptions", (row) => exceptionsOf(row).join(" ")],
  ["amount_minor", (row) => row.amount],
  ["currency", (row) => row.currency],
  ["amount_received_minor", (row) => row.amountReceived],
  ["client_reference", (row) => row.clientReference],
  ["description", (row) => row.description],
  ["customer_name", (row) => row.customer?.name ?? null],
  ["customer_phone", (row) => row.customer?.phone ?? null],
  ["customer_email", (row) => row.customer?.email ?? null],
  ["provider", ofPayments(({ provider }) => provider)],
  ["reference", ofPayments(({ reference }) => reference)],
  ["payer_name", ofPayments(({ payerName }) => payerName)],
  ["paid_at", ofPayments(({ paidAt }) => time(paidAt))],
  ["created_at", (row) => time(row.createdAt)],
  ["expires_at", (row) => time(row.expiresAt)],
  ["verified_at", (row) => time(row.verifiedAt)],
];

/** One text for all payments, in their order; what is not known of one of them is left out. */
function ofPayments(read: (payment: Payment) => string | null) {
  return ({ payments }: Checkout): string | null =>
    payments.flatMap((payment) => read(shownPayment(payment)) ?? []).join("; ") || null;
}

function time(ms: number | null): string | null {
  return ms === null ? null : localInstant(ms);
}

/** First line of a CSV file (RFC 4180) of checkouts. */
export function csvHeader(): string {
  return csvLine(COLUMNS.map(([name]) => name));
}

/** Its rows; times are RFC 3339 by the clock of Addis Ababa. `now` in ms. */
export function csvRows(rows: readonly Checkout[], now: number): string {
  return rows.map((row) => csvLine(COLUMNS.map(([, read]) => read(row, now)))).join("");
}
