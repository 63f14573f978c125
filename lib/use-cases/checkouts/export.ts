import { csvLine } from "../../contract/csv.ts";
import { localInstant } from "../../contract/days.ts";
import { listCheckouts as route } from "../../contract/routes/platform-checkouts.ts";
import type { ListDashboardCheckoutsQuery } from "../../contract/schemas/dashboard-checkout.ts";
import { type Checkout, exceptionsOf, shownStatus } from "../../domain/checkout.ts";
import { type Payment, shownPayment } from "../../domain/payment.ts";
import type { Page, PageRequest } from "../../store/cursor.ts";

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

const MAX_ROWS = 10_000;
const PAGE_ROWS = 100;
/**
 * Lambda refuses answers of more than 6,291,556 bytes, JSON escapes included. A page that begins below this
 * limit adds at most 0.5 MB: 100 rows of texts that are quotation marks only.
 */
const ENOUGH_BYTES = 5_000_000;
/** Ends a file early, so that the function answers before its timeout of 25 s. */
const PATIENCE_MS = 20_000;

/** A CSV file and the cursor of the rows that it leaves out; null where it leaves out none. */
interface FilePart {
  readonly csv: string;
  readonly nextCursor: string | null;
}

/**
 * Reads a list into a CSV file, from `cursor` on: at most 10,000 rows, 5.5 MB, and what 20 s suffice for.
 * `now` in ms.
 */
export async function exportPart(
  read: (page: PageRequest) => Promise<Page<Checkout>>,
  from: string | undefined,
  now: number,
): Promise<FilePart> {
  const until = performance.now() + PATIENCE_MS;
  const known = new Set<string>();
  let csv = csvHeader();
  let bytes = 0;
  let cursor = from;
  do {
    const page = await read({ limit: Math.min(PAGE_ROWS, MAX_ROWS - known.size), cursor });
    // A search names a checkout that it finds by index first, and may name it again in its place.
    const rows = page.data.filter(({ id }) => !known.has(id));
    for (const { id } of rows) known.add(id);
    const text = csvRows(rows, now);
    csv += text;
    bytes += Buffer.byteLength(JSON.stringify(text));
    cursor = page.nextCursor ?? undefined;
  } while (
    cursor !== undefined &&
    known.size < MAX_ROWS &&
    bytes < ENOUGH_BYTES &&
    performance.now() < until
  );
  return { csv, nextCursor: cursor ?? null };
}

/** Headers of a part. `Link` (RFC 8288) is the address of the next one: the same filters, another cursor. */
export function partHeaders(
  query: ListDashboardCheckoutsQuery,
  nextCursor: string | null,
  publicBaseUrl: string,
): Record<string, string> {
  const isWhole = nextCursor === null && query.cursor === undefined;
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="checkouts${isWhole ? "" : "-part"}.csv"`,
    ...(nextCursor !== null && {
      link: `<${publicBaseUrl}${route.path}?${nextQuery(query, nextCursor)}>; rel="next"`,
    }),
  };
}

function nextQuery({ limit: _, ...query }: ListDashboardCheckoutsQuery, cursor: string) {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) next.set(name, String(value));
  }
  return next;
}
