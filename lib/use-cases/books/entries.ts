import * as z from "zod";
import { addDays, startOfDay } from "../../contract/days.ts";
import type { BookEntry, BookedPayment, EntryKind } from "../../domain/books.ts";
import { invalidField } from "../../domain/errors.ts";
import { idFloor, idTime } from "../../domain/ids.ts";
import { type Mode, modeOf } from "../../domain/mode.ts";
import { PROVIDERS } from "../../domain/provider.ts";
import { table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { worksWith } from "../../pipeline/may-read.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { appIdsOf } from "../../store/apps.ts";
import { type EventRow, eventRowsBetween, isTriggered } from "../../store/event-rows.ts";
import { bodyOf, eventList } from "../../store/events.ts";
import { loadApp } from "../apps/app.ts";

/** Whose entries, and of which days (both included). */
export interface EntryRange {
  readonly accountId: string;
  readonly mode: Mode;
  readonly appIds: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Events that move money in the books. */
const TYPES: ReadonlySet<string> = new Set([
  "checkout.verified",
  "checkout.rejected",
  "checkout.canceled",
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
  if (appId !== undefined) await loadApp(principal, appId);
  const all = appId === undefined ? await appIdsOf(table(), accountId) : [appId];
  const appIds = all.filter((each) => worksWith(principal, each));
  return { accountId, mode: modeOf(livemode), appIds, ...days };
}

/** Partitions and ids of a range's events. */
export function eventsIn({ accountId, mode, appIds, from, to }: EntryRange) {
  return {
    partitions: appIds.map((appId) => eventList(accountId, appId, mode)),
    from: idFloor("evt_", startOfDay(from)),
    to: idFloor("evt_", startOfDay(addDays(to, 1))),
  };
}

/**
 * All entries of a range, app by app, oldest first in each.
 *
 * @throws ServiceError `invalid_request` if there are too many for one request
 */
export async function* entriesIn(range: EntryRange): AsyncGenerator<BookEntry> {
  const until = performance.now() + PATIENCE_MS;
  const { partitions, from: first } = eventsIn(range);
  const { from, to } = eventsIn({ ...range, from: addDays(range.from, -BEFORE_DAYS) });
  const types = [...TYPES, ...BEFORE];
  for (const partition of partitions) {
    const held = new Map<string, Booked>();
    for await (const rows of eventRowsBetween(table(), partition, types, from, to)) {
      if (performance.now() > until)
        throw invalidField("from", "has too many entries; ask for fewer days");
      const entries = rows.flatMap((row) => entryOf(row, held) ?? []);
      yield* entries.filter(({ id }) => id >= first);
    }
  }
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
    const event = booked.parse(JSON.parse(bodyOf(row.item)));
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
  amount: z.int().nullable(),
  payer_name: z.string().nullable(),
  paid_at: z.iso.datetime().nullable(),
  state: z.enum(["counted", "doubtful"]),
});

/** What the books read of an event's body. */
const booked = z.object({
  livemode: z.boolean(),
  app_id: z.int(),
  data: z.object({
    object: z.object({
      id: z.string(),
      amount: z.int(),
      currency: z.string(),
      client_reference: z.string().nullable(),
      payment_methods: z.array(z.object({ provider: z.string(), account_number: z.string() })),
      payments: z.array(payment),
      review: z
        .object({ decided_by: z.string().nullable(), note: z.string().nullable() })
        .nullable(),
    }),
  }),
});
type Booked = z.output<typeof booked>;

function toEntry({ id, type }: EventRow, { livemode, app_id: appId, data }: Booked) {
  const { object } = data;
  const kind = kindOf(type, object.review?.decided_by ?? null);
  const isDecided = kind === "approved" || kind === "rejected";
  const isIncome = kind === "verified" || kind === "approved";
  const all = object.payments.filter(({ state }) => !isIncome || state === "counted");
  // A checkout that was canceled before anything arrived is no entry.
  if (!isIncome && all.length === 0) return null;
  const known = all.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  let assumed = isIncome ? Math.max(0, object.amount - known) : 0;
  const payments = all.map((one): BookedPayment => {
    const amount = one.amount ?? assumed;
    if (one.amount === null) assumed = 0;
    const paidAt = one.paid_at === null ? null : Date.parse(one.paid_at);
    const { provider, reference, payer_name: payerName } = one;
    const accountNumber = accountOf(object.payment_methods, provider);
    return { provider, reference, accountNumber, payerName, amount, paidAt };
  });
  return {
    ...{ id, kind, at: idTime(id) ?? 0, livemode, appId, checkoutId: object.id },
    ...{ amount: object.amount, currency: object.currency, order: object.client_reference },
    member: isDecided ? (object.review?.decided_by ?? null) : null,
    note: isDecided ? (object.review?.note ?? null) : null,
    payments,
  };
}

function kindOf(type: string, decidedBy: string | null): EntryKind {
  if (type === "checkout.verified") return decidedBy === null ? "verified" : "approved";
  return type === "checkout.rejected" ? "rejected" : "released";
}

/** The only account of this provider that the checkout showed. */
function accountOf(methods: Booked["data"]["object"]["payment_methods"], provider: string) {
  const [first, ...others] = methods.filter((method) => method.provider === provider);
  return first !== undefined && others.length === 0 ? first.account_number : null;
}
