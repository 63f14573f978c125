import { csvLine } from "../../contract/csv.ts";
import { dayOf, localInstant, startOfDay } from "../../contract/days.ts";
import { grantOf } from "../../contract/roles.ts";
import { listCheckouts as route } from "../../contract/routes/platform-checkouts.ts";
import type { ListDashboardCheckoutsQuery } from "../../contract/schemas/dashboard-checkout.ts";
import { type Checkout, exceptionsOf, modeOf, shownStatus } from "../../domain/checkout.ts";
import { checkoutMatcher, creationOf } from "../../domain/checkout-search.ts";
import { isId } from "../../domain/ids.ts";
import { parseInstant } from "../../domain/instant.ts";
import { type Payment, shownPayment } from "../../domain/payment.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { claimKey, isReference } from "../../domain/receipt.ts";
import { table } from "../../pipeline/deps.ts";
import { mayRead, type UserPrincipal } from "../../pipeline/principal.ts";
import { type CheckoutFilter, hasStatus, listCheckouts } from "../../store/checkout-lists.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { getClaim } from "../../store/claims.ts";
import type { Page, PageRequest } from "../../store/cursor.ts";
import { loadApp } from "../apps/app.ts";
import { maySee } from "./member-view.ts";

/** Checkouts of one reference that come before those that a search finds by looking through the list. */
const MOST_BY_REFERENCE = 5;

/**
 * Finds checkouts by a text, newest first. Whole ids, bank references of payments and the
 * merchant's own references have an index: these checkouts come first, however old they are. Everything
 * else has none, because each index would cost a write on every payment: a page looks through the next
 * 1,000 checkouts or so, and may be empty and still have a cursor that goes on with older ones.
 */
async function searchCheckouts(
  principal: UserPrincipal,
  text: string,
  filter: CheckoutFilter,
  page: PageRequest,
  now: number,
  keep: (checkout: Checkout) => boolean,
): Promise<Page<Checkout>> {
  const wanted = text.trim();
  const exact = (await exactMatches(principal, wanted, filter, now)).filter(keep);
  const isOnly = isId("co_", wanted.toLowerCase());
  if (isOnly) return { data: exact.slice(0, page.limit), nextCursor: null };
  // One at least is looked for in the list, because only the list has a cursor.
  const ahead = exact.slice(0, Math.max(0, page.limit - 1));
  const known = new Set(ahead.map(({ id }) => id));
  const first = page.cursor === undefined ? ahead : [];
  const matches = checkoutMatcher(wanted);
  const found = await listCheckouts(
    table(),
    { ...narrowed(filter, wanted), search: wanted },
    { ...page, limit: page.limit - first.length },
    now,
    (checkout) => !known.has(checkout.id) && matches(checkout) && keep(checkout),
  );
  return { data: [...first, ...found.data], nextCursor: found.nextCursor };
}

/** An id says when its checkout was created, so the start of one narrows the list. */
function narrowed(filter: CheckoutFilter, text: string): CheckoutFilter {
  const created = creationOf(text);
  if (created === null) return filter;
  const { createdFrom = 0, createdBefore = Number.POSITIVE_INFINITY } = filter;
  return {
    ...filter,
    createdFrom: Math.max(createdFrom, created.from),
    createdBefore: Math.min(createdBefore, created.to + 1),
  };
}

/** Checkouts that the text names in full, as it was typed or in another case. */
async function exactMatches(
  principal: UserPrincipal,
  text: string,
  filter: CheckoutFilter,
  now: number,
): Promise<readonly Checkout[]> {
  const spellings = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  const [claimed, ...referred] = await Promise.all([
    claimants(text, filter),
    ...spellings.map((clientReference) =>
      listCheckouts(
        table(),
        { ...filter, clientReference },
        { limit: MOST_BY_REFERENCE, internal: true },
        now,
      ),
    ),
  ]);
  const id = text.toLowerCase();
  const ids = [...(isId("co_", id) ? [id] : []), ...claimed];
  const named = await Promise.all([...new Set(ids)].map((each) => getCheckout(table(), each)));
  const own = named
    .filter((checkout) => checkout !== null)
    .filter((checkout) => mayRead(principal, checkout));
  const all = [...own, ...referred.flatMap(({ data }) => data)].filter((checkout) =>
    fits(checkout, filter, now),
  );
  return [...new Map(all.map((checkout) => [checkout.id, checkout])).values()];
}

/** Checkouts that hold a payment with this reference, at any bank. */
async function claimants(text: string, filter: CheckoutFilter): Promise<string[]> {
  if (!isReference(text)) return [];
  const claims = await Promise.all(
    PROVIDERS.map((provider) => getClaim(table(), filter, claimKey(provider, text))),
  );
  return claims.filter((id) => id !== null);
}

function fits(checkout: Checkout, filter: CheckoutFilter, now: number): boolean {
  const { clientReference, createdFrom = 0 } = filter;
  const { createdBefore = Number.POSITIVE_INFINITY } = filter;
  return (
    (clientReference === undefined || checkout.clientReference === clientReference) &&
    modeOf(checkout.livemode) === filter.mode &&
    (filter.appId === null || checkout.appId === filter.appId) &&
    hasStatus(checkout, filter, now) &&
    checkout.createdAt >= createdFrom &&
    checkout.createdAt < createdBefore
  );
}

/** The filter of a dashboard query. @throws ServiceError `not_found` for an app of another account */
export async function filterOf(
  principal: UserPrincipal,
  query: ListDashboardCheckoutsQuery,
  now: number,
): Promise<CheckoutFilter> {
  if (query.app_id !== undefined) await loadApp(principal, query.app_id);
  return {
    accountId: principal.accountId,
    mode: modeOf(query.livemode),
    appId: query.app_id ?? null,
    status: query.status,
    partlyPaid: query.partially_paid === true,
    clientReference: query.client_reference,
    createdFrom: firstShown(principal, query, now),
    createdBefore: parseInstant(query.created_lt),
    // Binds the cursor to what the pages before it held back.
    ...(query.mine || principal.role === "cashier" ? { seenBy: principal.userId } : {}),
  };
}

/** A cashier's list begins today, unless it is of their own checkouts. */
function firstShown(
  { role }: UserPrincipal,
  { mine, created_gte: given }: ListDashboardCheckoutsQuery,
  now: number,
): number | undefined {
  const asked = parseInstant(given);
  if (mine || grantOf(role, "checkouts.read") === true) return asked;
  return Math.max(asked ?? 0, startOfDay(dayOf(now)));
}

/** One page of a list or, with a text, of a search: of what the member's role shows. `now` in ms. */
export function onePage(
  principal: UserPrincipal,
  filter: CheckoutFilter,
  { search, mine }: Pick<ListDashboardCheckoutsQuery, "search" | "mine">,
  page: PageRequest,
  now: number,
) {
  const isOwn = ({ createdBy }: Checkout) => createdBy === principal.userId;
  const keep = (checkout: Checkout) =>
    maySee(principal, checkout, now) && (!mine || isOwn(checkout));
  // An owner's list costs what it did: without a filter, each page is read as it is.
  const keeps = mine || principal.role === "cashier" ? keep : undefined;
  return search === undefined
    ? listCheckouts(table(), filter, page, now, keeps)
    : searchCheckouts(principal, search, filter, page, now, keep);
}

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
 * Reads a list into a CSV file, from `cursor` on: at most 10,000 rows, 5.5 MB, and what 20 s suffice for. `now` in ms.
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
