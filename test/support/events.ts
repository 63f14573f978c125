import { randomBytes } from "node:crypto";
import { addDays, startOfDay } from "../../lib/contract/days.ts";
import { EVENT_CATALOG } from "../../lib/contract/event-catalog.ts";
import type { EventType } from "../../lib/contract/events.ts";
import { eventsOf } from "../../lib/domain/checkout.ts";
import type { EventRecord, EventWithBody } from "../../lib/domain/event-record.ts";
import { newId } from "../../lib/domain/ids.ts";
import { instant } from "../../lib/domain/instant.ts";
import type { ProviderId } from "../../lib/domain/provider.ts";
import type { Verdict } from "../../lib/domain/webhook-outcome.ts";
import { getCheckout } from "../../lib/store/checkouts.ts";
import { getEvents, unrelayedEventWrite } from "../../lib/store/events.ts";
import { methodWrite, type StoredMethod } from "../../lib/store/payment-methods.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { buildEvent } from "../../lib/use-cases/events/build-event.ts";
import { type Merchant, SHOP } from "./merchant.ts";
import { bookingsFrom } from "./statement-specimens.ts";

/** An event with a body as the contract promises it. */
export function newEvent(
  facts: Partial<EventWithBody> & Pick<EventRecord, "accountId" | "appId">,
  now: number,
): EventWithBody {
  const record = {
    id: newId("evt_", now, randomBytes(10)),
    livemode: true,
    type: "checkout.verified",
    sequence: 2,
    createdAt: now,
    objectId: "co_test",
    ...facts,
  };
  const { id, type, livemode, appId: app_id, sequence } = record;
  const created_at = new Date(record.createdAt).toISOString();
  const example = EVENT_CATALOG.find((entry) => entry.type === type)?.example.data.object;
  const data = {
    object: { ...example, ...(example?.object === "checkout" && { merchant_name: "ጥሩ ቡና" }) },
  };
  const body = { id, object: "event", type, created_at, livemode, app_id, sequence, data };
  return { body: JSON.stringify(body), ...record };
}

/** Events about a checkout, newest first. */
export async function eventsAbout(table: Table, checkoutId: string): Promise<EventRecord[]> {
  const checkout = await getCheckout(table, checkoutId);
  return getEvents(table, checkout ? eventsOf(checkout) : [], Date.now());
}

/** What a test says of a checkout's end; the rest is that of the catalog's example. */
export interface BookedWish {
  readonly type?: Extract<
    EventType,
    | "checkout.verified"
    | "checkout.rejected"
    | "checkout.canceled"
    | "checkout.partially_paid"
    | "checkout.payment_released"
  >;
  /** Addis Ababa time; at noon. */
  readonly day: string;
  readonly amount?: number;
  readonly livemode?: boolean;
  readonly decidedBy?: string | null;
  readonly provider?: ProviderId;
  readonly account?: string;
  /** A second account of the same provider that the checkout showed, which no receipt or which each receipt confirmed. */
  readonly second?: { readonly account: string; readonly confirmed: boolean };
  /** The receiving accounts, one for each payment, which its receipt confirmed. */
  readonly accounts?: readonly string[];
  /** Default: a new one. */
  readonly checkoutId?: string;
  /** Reference of the payment that a member released, of 3,000; `payments` are those that are left. */
  readonly released?: string;
  readonly payments: readonly { readonly reference: string; readonly amount: number | null }[];
}

const [FIRST_METHOD, SECOND_METHOD] = ["pm_1", "pm_2"];

/** Each event is a millisecond later than the one before. */
let stored = 0;

type Shop = Pick<Merchant, "accountId" | "appId">;

/** Stores the event of a decided checkout as the payment path does; returns the checkout's id. */
export async function bookEvent(
  table: Table,
  { accountId, appId }: Shop,
  wish: BookedWish,
): Promise<string> {
  const { type = "checkout.verified", livemode = true, provider = "telebirr" } = wish;
  stored += 1;
  const at = startOfDay(wish.day) + 12 * 3_600_000 + stored;
  const id = wish.checkoutId ?? newId("co_", at, randomBytes(10));
  const exampleType = type === "checkout.payment_released" ? "checkout.partially_paid" : type;
  const example = EVENT_CATALOG.find((entry) => entry.type === exampleType)?.example.data.object;
  const [method] = (example as { payment_methods: object[] }).payment_methods;
  const decidedBy = wish.decidedBy ?? null;
  const review = { reason: "manual", decided_by: decidedBy, decided_at: instant(at), note: "Seen" };
  const received = wish.payments.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const confirmed = wish.second?.confirmed ? SECOND_METHOD : null;
  const paid = (reference: string, amount: number | null, index = -1) => ({
    ...{ object: "payment", provider, reference, amount, currency: "ETB" },
    ...{ payer_name: "A***** T****", paid_at: instant(at), state: "counted" },
    ...{ reason: null, evidence: "receipt", unconfirmed_by_statement: false },
    payment_method: wish.accounts?.[index] ?? confirmed,
  });
  const object = {
    ...example,
    ...{ id, livemode, app_id: appId, amount: wish.amount ?? received, amount_received: received },
    review: decidedBy === null ? null : review,
    payment_methods: [
      { ...method, id: FIRST_METHOD, provider, account_number: wish.account ?? SHOP.number },
      ...(wish.second
        ? [{ ...method, id: SECOND_METHOD, provider, account_number: wish.second.account }]
        : []),
      ...(wish.accounts ?? []).map((account) => ({
        ...{ ...method, id: account, provider, account_number: account },
      })),
    ],
    payments: wish.payments.map(({ reference, amount }, index) => paid(reference, amount, index)),
  };
  const about =
    wish.released === undefined ? object : { ...paid(wish.released, 3_000), checkout: object };
  const facts = { type, accountId, appId, livemode, sequence: 2, objectId: id, object: about, at };
  const commit = await transact(table, [unrelayedEventWrite(buildEvent(facts))]);
  if (!commit.committed) throw new Error("event not stored");
  return id;
}

/**
 * The books for a specimen of a statement: its receiving account at CBE, and five payments, of which the statement shows
 * three, reverses one and lacks one.
 */
export async function bookSpecimens(
  table: Table,
  shop: Shop,
  { firstDay, account }: { readonly firstDay: string; readonly account: string },
): Promise<void> {
  const method: StoredMethod = {
    ...{ id: newId("pm_", Date.now(), randomBytes(10)), ...shop, provider: "cbe" },
    ...{ accountName: "Selam Coffee", accountNumber: account, label: null, instructions: null },
    ...{ enabled: true, position: 1, createdAt: Date.now() },
  };
  await transact(table, [methodWrite(method)]);
  const to = { provider: "cbe", account } as const;
  const paid = bookingsFrom(firstDay).filter(({ amount }) => amount > 0 && amount !== 42_050);
  for (const { reference, amount, day } of paid) {
    await bookEvent(table, shop, { ...to, day, payments: [{ reference, amount }] });
  }
  const missing = [{ reference: "FT26312ZZZ99", amount: 33_300 }];
  await bookEvent(table, shop, { ...to, day: addDays(firstDay, 2), payments: missing });
}

/** A new delivery, without its times. */
export const FACTS = {
  id: "dlv_1",
  accountId: "acc_1",
  appId: 1,
  endpointId: "whk_1",
  livemode: true,
  eventId: "evt_1",
  eventType: "checkout.verified",
  lane: "delivery",
} as const;

/** What an attempt can show. */
export const VERDICTS: readonly Verdict[] = [
  { verdict: "success", errorCode: null },
  { verdict: "retry", errorCode: "http_status" },
  { verdict: "fail", errorCode: "ssrf_blocked" },
  { verdict: "disable", errorCode: "http_status" },
];
