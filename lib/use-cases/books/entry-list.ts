import { csvLine } from "../../contract/csv.ts";
import { dayOf, ethiopianDay, localInstant } from "../../contract/days.ts";
import { listBookEntries as route } from "../../contract/routes/platform-books.ts";
import type { BookEntriesQuery, BookEntryAnswer } from "../../contract/schemas/books.ts";
import { canonicalAccount } from "../../domain/account-number.ts";
import { type BookEntry, type BookedPayment, isIncome } from "../../domain/books.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { decimalOf } from "../../domain/money.ts";
import { table } from "../../pipeline/deps.ts";
import type { Page, PageRequest } from "../../store/cursor.ts";
import { listPage } from "../../store/list-page.ts";
import { cursorsFor } from "../../store/sealed-cursor.ts";
import { getUser } from "../../store/users.ts";
import { type EntryRange, entriesIn, entryOf, eventsIn } from "./entries.ts";

const MAX_ENTRIES = 10_000;
/** Lambda refuses answers of more than 6,291,556 bytes, JSON escapes included. */
const ENOUGH_BYTES = 5_000_000;
const PATIENCE_MS = 20_000;

/** One page of the entries of a range, oldest first. */
export async function listEntries(
  range: EntryRange,
  query: BookEntriesQuery,
  page: PageRequest,
): Promise<Page<BookEntry>> {
  const { kind, provider, account_number: number } = query;
  const { accountId, mode, appIds, from, to } = range;
  const isWanted = (entry: BookEntry) =>
    (kind === "income" ? isIncome(entry) : entry.kind === kind) &&
    (entry.payments.some((payment) => isOf(payment, provider, number)) ||
      (provider === undefined && number === undefined));
  const bindTo = ["books", accountId, mode, appIds, from, to, kind, provider, number];
  if (kind === "released") return releasedPage(range, isWanted, page, bindTo);
  return listPage(
    table(),
    {
      index: null,
      order: "oldest first",
      ...eventsIn(range),
      bindTo,
    },
    page,
    async (rows) =>
      rows.flatMap(({ id, item }) => entryOf({ id, type: String(item.type), item }) ?? []),
    isWanted,
  );
}

/** Released payments are found by reading all events of the range, so a cursor counts those of the pages before. */
async function releasedPage(
  range: EntryRange,
  isWanted: (entry: BookEntry) => boolean,
  { cursor, limit }: PageRequest,
  bindTo: readonly unknown[],
): Promise<Page<BookEntry>> {
  const cursors = cursorsFor(table(), bindTo);
  const skipped = cursor === undefined ? 0 : Number((await cursors.open(cursor)).skipped);
  const all: BookEntry[] = [];
  for await (const entry of entriesIn(range)) if (isWanted(entry)) all.push(entry);
  all.sort((a, b) => (a.id < b.id ? -1 : 1));
  const end = skipped + limit;
  const nextCursor = end < all.length ? await cursors.seal({ skipped: end }) : null;
  return { data: all.slice(skipped, end), nextCursor };
}

function isOf(payment: BookedPayment, provider?: string, number?: string): boolean {
  if (provider !== undefined && payment.provider !== provider) return false;
  if (number === undefined) return true;
  const canonical = (text: string) => canonicalAccount(payment.provider, text);
  return payment.accountNumber !== null && canonical(payment.accountNumber) === canonical(number);
}

/** Names of the members who decided about entries, by id; those without a name are left out. */
export async function memberNames(
  entries: readonly BookEntry[],
  known = new Map<string, string>(),
): Promise<Map<string, string>> {
  const ids = new Set(entries.flatMap(({ member }) => member ?? []));
  const users = await Promise.all(
    [...ids].filter((id) => !known.has(id)).map((id) => getUser(table(), id)),
  );
  for (const user of users) if (user?.name) known.set(user.id, user.name);
  return known;
}

/** An entry for the dashboard, with the names of members by id. */
export function presentEntry(
  entry: BookEntry,
  names: ReadonlyMap<string, string>,
): BookEntryAnswer {
  const day = dayOf(entry.at);
  return {
    object: "book_entry",
    kind: entry.kind,
    day,
    ethiopian_day: ethiopianDay(day),
    at: instant(entry.at),
    checkout_id: entry.checkoutId,
    app_id: entry.appId,
    amount: entry.amount,
    currency: entry.currency,
    client_reference: entry.order,
    member: entry.member,
    member_name: names.get(entry.member ?? "") ?? null,
    note: entry.note,
    payments: entry.payments.map((payment) => ({
      provider: payment.provider,
      reference: payment.reference,
      account_number: payment.accountNumber,
      payer_name: payment.payerName,
      amount: payment.amount,
      paid_at: instantOrNull(payment.paidAt),
    })),
  };
}

/** The first nine in the order that accounting programs import. */
const COLUMNS: readonly (readonly [
  string,
  (
    entry: BookEntry,
    payment: BookedPayment,
    names: ReadonlyMap<string, string>,
  ) => string | number | null,
])[] = [
  ["date", ({ at }) => dayOf(at)],
  ["reference", (_, { reference }) => reference],
  ["account", (_, { accountNumber }) => accountNumber],
  ["payer", (_, { payerName }) => payerName],
  ["amount", ({ currency }, { amount }) => decimalOf(amount, currency)],
  ["currency", ({ currency }) => currency],
  ["order", ({ order }) => order],
  ["checkout", ({ checkoutId }) => checkoutId],
  ["member", ({ member }, _, names) => names.get(member ?? "") ?? member],
  ["kind", ({ kind }) => kind],
  ["provider", (_, { provider }) => provider],
  ["paid_at", (_, { paidAt }) => (paidAt === null ? null : localInstant(paidAt))],
  ["app_id", ({ appId }) => appId],
  ["ethiopian_date", ({ at }) => ethiopianDay(dayOf(at))],
  ["note", ({ note }) => note],
];

/** A CSV file and the cursor of the entries that it leaves out; null where it leaves out none. */
export async function exportEntries(
  range: EntryRange,
  query: BookEntriesQuery,
): Promise<{ readonly csv: string; readonly nextCursor: string | null }> {
  const until = performance.now() + PATIENCE_MS;
  let csv = csvLine(COLUMNS.map(([name]) => name));
  let [bytes, count] = [0, 0];
  const names = new Map<string, string>();
  let cursor = query.cursor;
  do {
    const page = await listEntries(range, query, { limit: 100, cursor });
    await memberNames(page.data, names);
    const text = page.data.map((entry) => csvRows(entry, names)).join("");
    csv += text;
    bytes += Buffer.byteLength(JSON.stringify(text));
    count += page.data.length;
    cursor = page.nextCursor ?? undefined;
  } while (
    cursor !== undefined &&
    count < MAX_ENTRIES &&
    bytes < ENOUGH_BYTES &&
    performance.now() < until
  );
  return { csv, nextCursor: cursor ?? null };
}

function csvRows(entry: BookEntry, names: ReadonlyMap<string, string>): string {
  return entry.payments
    .map((payment) => csvLine(COLUMNS.map(([, read]) => read(entry, payment, names))))
    .join("");
}

/** Headers of a part. `Link` (RFC 8288) is the address of the next one: the same filters, another cursor. */
export function partHeaders(
  query: BookEntriesQuery,
  nextCursor: string | null,
  publicBaseUrl: string,
): Record<string, string> {
  const isWhole = nextCursor === null && query.cursor === undefined;
  const { limit: _, ...filters } = query;
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, cursor: nextCursor })) {
    if (value !== undefined && value !== null) next.set(name, String(value));
  }
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="books${isWhole ? "" : "-part"}.csv"`,
    ...(nextCursor !== null && { link: `<${publicBaseUrl}${route.path}?${next}>; rel="next"` }),
  };
}
