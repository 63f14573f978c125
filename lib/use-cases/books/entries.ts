import * as z from "zod";
import { csvLine } from "../../contract/csv.ts";
import { addDays, dayOf, ethiopianDay, localInstant, startOfDay } from "../../contract/days.ts";
import { listBookEntries as route } from "../../contract/routes/platform-books.ts";
import type { BookEntriesQuery, BookEntryAnswer } from "../../contract/schemas/books.ts";
import { namesAccount } from "../../domain/account-number.ts";
import {
  type BookEntry,
  type BookedPayment,
  type EntryKind,
  isIncome,
  Releases,
  withMaskedNumbers,
} from "../../domain/books.ts";
import { type Mode, modeOf } from "../../domain/checkout.ts";
import { invalidField } from "../../domain/errors.ts";
import { idFloor, idTime } from "../../domain/ids.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { decimalOf } from "../../domain/money.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { type UserPrincipal, worksWith } from "../../pipeline/principal.ts";
import { appsOf, type ListedApp, listedApp } from "../../store/apps.ts";
import { cursorsFor, type Page, type PageRequest } from "../../store/cursor.ts";
import { eventLists } from "../../store/event-lists.ts";
import { bodyOf, type EventRow, eventRowsBetween, isTriggered } from "../../store/events.ts";
import { listPage } from "../../store/list-page.ts";
import { loadApp } from "../apps/app.ts";
import { memberNames } from "./present-statement.ts";

/** The account and the days (both included) of the entries. */
export interface EntryRange {
  readonly accountId: string;
  readonly mode: Mode;
  readonly apps: readonly ListedApp[];
  readonly from: string;
  readonly to: string;
}

/** Events that move money in the books. */
const TYPES: ReadonlySet<string> = new Set([
  "checkout.verified",
  "checkout.rejected",
  "checkout.canceled",
  "checkout.payment_released",
]);
/** Events that show the payments of a checkout before it is canceled, which releases them. */
const BEFORE: ReadonlySet<string> = new Set(["checkout.partially_paid", "checkout.review"]);
/** Most checkouts are canceled within a day of their first payment. */
const BEFORE_DAYS = 1;

/** Ends reading early, so that the function answers before its timeout. */
const PATIENCE_MS = 22_000;

/** The range of a query. @throws ServiceError `not_found` for an app of another account */
export async function rangeOf(
  principal: UserPrincipal,
  query: { readonly app_id?: number | undefined; readonly livemode: boolean },
  days: { readonly from: string; readonly to: string },
): Promise<EntryRange> {
  const { accountId } = principal;
  const { app_id: appId, livemode } = query;
  const all =
    appId === undefined
      ? await appsOf(table(), accountId)
      : [listedApp((await loadApp(principal, appId)).app)];
  const apps = all.filter((app) => worksWith(principal, app.appId));
  return { accountId, mode: modeOf(livemode), apps, ...days };
}

/** Partitions and ids of a range's events. */
export function eventsIn({ accountId, mode, apps, from, to }: EntryRange) {
  return {
    partitions: apps.flatMap((app) => eventLists(accountId, app, mode)),
    from: idFloor("evt_", startOfDay(from)),
    to: idFloor("evt_", startOfDay(addDays(to, 1))),
  };
}

/**
 * All entries of a range, partition by partition, oldest first in each; those of released payments follow at the end. A
 * partition has all events of its checkouts. Eventually consistent unless `ConsistentRead` is true.
 *
 * @throws ServiceError `invalid_request` if there are too many for one request
 */
export async function* entriesIn(
  range: EntryRange,
  { ConsistentRead = false } = {},
): AsyncGenerator<BookEntry> {
  const until = performance.now() + PATIENCE_MS;
  const { partitions, from: first } = eventsIn(range);
  const ids = eventsIn({ ...range, from: addDays(range.from, -BEFORE_DAYS) });
  const types = [...TYPES, ...BEFORE];
  const releases = new Releases();
  for (const partition of partitions) {
    const held = new Map<string, Booked>();
    for await (const rows of eventRowsBetween(table(), partition, types, ids, {
      ConsistentRead,
    })) {
      if (performance.now() > until)
        throw invalidField("from", "has too many entries; ask for fewer days");
      const entries = rows.flatMap((row) => entryOf(row, held) ?? []);
      yield* releases.othersOf(entries).filter(({ id }) => id >= first);
    }
  }
  yield* releases.entries().filter(({ id }) => id >= first);
}

/**
 * The entry of an event; null for an event without money, and for one that can't be read, which is logged.
 *
 * @param held checkouts with payments that nobody has decided about, by id: a canceled one no longer lists what it releases
 */
export function entryOf(row: EventRow, held = new Map<string, Booked>()): BookEntry | null {
  const isBefore = BEFORE.has(row.type);
  if (!(isBefore || TYPES.has(row.type)) || isTriggered(row)) return null;
  try {
    const body: unknown = JSON.parse(bodyOf(row.item));
    if (row.type === "checkout.payment_released") return releasedEntry(row, body, held);
    const event = booked.parse(body);
    const { id } = event.data.object;
    if (isBefore) {
      held.set(id, event);
      return null;
    }
    const released = row.type === "checkout.canceled" ? held.get(id) : undefined;
    return toEntry(row, released ?? event);
  } catch (error) {
    log("error", "event not in the books", { event_id: row.id, ...errorFields(error) });
    return null;
  }
}

const payment = z.object({
  provider: z.enum(PROVIDERS),
  reference: z.string(),
  /** Events from before payments named it have none. */
  payment_method: z.string().nullable().optional(),
  amount: z.int().nullable(),
  payer_name: z.string().nullable(),
  paid_at: z.iso.datetime().nullable(),
  state: z.enum(["counted", "doubtful"]),
});

const bookedCheckout = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  client_reference: z.string().nullable(),
  payment_methods: z.array(
    z.object({ id: z.string(), provider: z.enum(PROVIDERS), account_number: z.string() }),
  ),
  payments: z.array(payment),
  review: z.object({ decided_by: z.string().nullable(), note: z.string().nullable() }).nullable(),
});

/** What the books read of an event's body. */
const booked = z.object({
  livemode: z.boolean(),
  app_id: z.int(),
  data: z.object({ object: bookedCheckout }),
});

const released = booked.extend({
  data: z.object({ object: payment.extend({ checkout: bookedCheckout }) }),
});

type Booked = z.output<typeof booked>;

function toEntry({ id, type }: EventRow, { livemode, app_id: appId, data }: Booked) {
  const { object } = data;
  const kind = kindOf(type, object.review?.decided_by ?? null);
  const isDecided = kind === "approved" || kind === "rejected";
  const isPaid = isIncome({ kind });
  const all = object.payments.filter(({ state }) => !isPaid || state === "counted");
  // A checkout that was canceled before anything arrived is no entry.
  if (!isPaid && all.length === 0) return null;
  const known = all.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  let assumed = isPaid ? Math.max(0, object.amount - known) : 0;
  const payments = all.map((one): BookedPayment => {
    const amount = one.amount ?? assumed;
    if (one.amount === null) assumed = 0;
    const paidAt = one.paid_at === null ? null : Date.parse(one.paid_at);
    const { provider, reference, payer_name: payerName } = one;
    const account = accountOf(object.payment_methods, one);
    return { provider, reference, ...account, payerName, amount, paidAt };
  });
  return {
    ...{ id, kind, at: idTime(id) ?? 0, livemode, appId, checkoutId: object.id },
    ...{ amount: object.amount, currency: object.currency, order: object.client_reference },
    member: isDecided ? (object.review?.decided_by ?? null) : null,
    note: isDecided ? (object.review?.note ?? null) : null,
    payments,
  };
}

/** The entry of one payment that a member released. Its checkout no longer has it to release when it is canceled. */
function releasedEntry(row: EventRow, body: unknown, held: Map<string, Booked>): BookEntry | null {
  const { data, ...event } = released.parse(body);
  const { checkout, ...one } = data.object;
  held.set(checkout.id, { ...event, data: { object: checkout } });
  return toEntry(row, { ...event, data: { object: { ...checkout, payments: [one] } } });
}

function kindOf(type: string, decidedBy: string | null): EntryKind {
  if (type === "checkout.verified") return decidedBy === null ? "verified" : "approved";
  return type === "checkout.rejected" ? "rejected" : "released";
}

/**
 * The account that the receipt confirmed, else the only one of this provider that the checkout showed. A manual payment has a
 * day if it is a sold row, whose money is in the statement's account.
 */
function accountOf(
  methods: Booked["data"]["object"]["payment_methods"],
  { provider, payment_method: id, paid_at: paidAt }: z.output<typeof payment>,
) {
  const confirmed = methods.find((method) => method.id === id);
  const [first, ...others] = methods.filter((method) => method.provider === provider);
  const isSoldRow = provider === "manual" && paidAt !== null;
  const account = confirmed ?? (others.length === 0 && !isSoldRow ? first : undefined);
  return {
    accountProvider: account?.provider ?? provider,
    accountNumber: account?.account_number ?? null,
  };
}

const MAX_ENTRIES = 10_000;
/** Lambda refuses answers of more than 6,291,556 bytes, JSON escapes included. */
const ENOUGH_BYTES = 5_000_000;
const LIST_PATIENCE_MS = 20_000;

/** One page of the entries of a range, oldest first. */
export async function listEntries(
  range: EntryRange,
  query: BookEntriesQuery,
  page: PageRequest,
): Promise<Page<BookEntry>> {
  const { kind, provider, account_number: number } = query;
  const { accountId, mode, apps, from, to } = range;
  const appIds = apps.map(({ appId }) => appId);
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
  if (provider !== undefined && payment.accountProvider !== provider) return false;
  const { accountProvider, accountNumber } = payment;
  if (number === undefined) return true;
  return accountNumber !== null && namesAccount(accountProvider, number, accountNumber);
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
  isMasked: boolean,
): Promise<{ readonly csv: string; readonly nextCursor: string | null }> {
  const until = performance.now() + LIST_PATIENCE_MS;
  let csv = csvLine(COLUMNS.map(([name]) => name));
  let [bytes, count] = [0, 0];
  const names = new Map<string, string>();
  let cursor = query.cursor;
  do {
    const page = await listEntries(range, query, { limit: 100, cursor });
    await memberNames(
      page.data.map(({ member }) => member),
      names,
    );
    const shown = isMasked ? page.data.map(withMaskedNumbers) : page.data;
    const text = shown.map((entry) => csvRows(entry, names)).join("");
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
