import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { walkPayment } from "../../bench/payment-path.ts";
import { dayOf } from "../../lib/contract/days.ts";
import { listEvents, readEvent } from "../../lib/contract/routes/v1.ts";
import { MAX_PARTS, partOfId } from "../../lib/domain/ids.ts";
import { shardOf } from "../../lib/domain/ledger.ts";
import { appsOf } from "../../lib/store/apps.ts";
import { narrowWrites, readShards, widenWrites } from "../../lib/store/credit-shards.ts";
import { type DeliveryFilter, listDeliveries } from "../../lib/store/delivery-lists.ts";
import { endpointsOfAccount } from "../../lib/store/endpoints.ts";
import { spreadEvents } from "../../lib/store/event-lists.ts";
import { transact } from "../../lib/store/transact.ts";
import { entriesIn } from "../../lib/use-cases/books/entries.ts";
import { readCurrentStats } from "../../lib/use-cases/insight/stats.ts";
import { deliveryIdOf } from "../../lib/use-cases/webhooks/present.ts";
import { invoke, loadHandler } from "../support/function-calls.ts";
import {
  busMessage,
  type MeteredService,
  startMeteredService,
} from "../support/metered-service.ts";

const HOUR = 3_600_000;
const PARTS = Array.from({ length: MAX_PARTS }, (_, part) => part);

let service: MeteredService;
/** Checkouts that were verified, of which part each, and their events, oldest first. */
const paid: { readonly id: string; readonly parts: readonly number[] }[] = [];
const events: string[] = [];

beforeAll(async () => {
  service = await startMeteredService();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await pay(await createOutside(0));
  const open = await createOutside(0);
  await widen();
  await pay(open);
  for (const id of await createInEach()) await pay(id);
  await narrow();
  await pay(await createOutside(0));
  const all = await Promise.all(paid.map(({ id }) => service.events(id)));
  events.push(
    ...all
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  );
  for (const id of others) for (const event of await service.events(id)) unpaid.add(event.id);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const create = async () => String((await service.create()).body.id);
const partOf = (id: string) => shardOf(id, MAX_PARTS);

/** An open checkout whose id names another part. */
async function createOutside(part: number): Promise<string> {
  for (;;) {
    const id = await create();
    if (partOf(id) !== part) return id;
    others.push(id);
  }
}

/** An open checkout of each part, in their order. */
async function createInEach(): Promise<readonly string[]> {
  const found = new Map<number, string>();
  while (found.size < MAX_PARTS) {
    const id = await create();
    if (found.has(partOf(id))) others.push(id);
    else found.set(partOf(id), id);
  }
  return PARTS.flatMap((part) => found.get(part) ?? []);
}

/** Checkouts that nobody pays, and their events. */
const others: string[] = [];
const unpaid = new Set<string>();

async function pay(id: string): Promise<void> {
  const { body } = await service.verify(id, await service.pay(150_000));
  expect(body.status).toBe("verified");
  const parts = (await service.events(id)).map((event) => partOfId(event.id));
  paid.push({ id, parts });
}

/** As an operator did an hour ago. */
async function widen(): Promise<void> {
  const { engine, merchant } = service;
  const { accountId } = merchant;
  await transact(engine.table, widenWrites(accountId, 1, MAX_PARTS));
  const apps = await appsOf(engine.table, accountId);
  await spreadEvents(engine.table, accountId, apps, Date.now() - HOUR);
}

async function narrow(): Promise<void> {
  const { engine, merchant } = service;
  for (const shard of (await readShards(engine.table, merchant.accountId)).toReversed()) {
    if (shard.number > 0) await transact(engine.table, narrowWrites(merchant.accountId, shard));
  }
}

const principal = (appId: number | null) =>
  ({ ...service.principal, appId, scopes: ["events:read"] }) as typeof service.principal;

async function pageOf(query: Readonly<Record<string, string>>, appId: number | null) {
  const handler = await loadHandler("v1-list-events");
  const { body } = await invoke(handler, listEvents, { principal: principal(appId), query });
  return body as { data: { id: string; type: string }[]; next_cursor: string | null };
}

/** All events of paid checkouts in a list, as its pages show them. */
async function listed(limit: number, appId: number | null, type?: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await pageOf(
      { limit: String(limit), ...(type && { type }), ...(cursor && { cursor }) },
      appId,
    );
    expect(page.data.length).toBeLessThanOrEqual(limit);
    found.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found.filter((id) => !unpaid.has(id));
}

test("events of a checkout are in one part while the account is wide, else in the whole list", () => {
  expect(paid.map(({ parts }) => parts)).toEqual([
    [0, 0],
    [0, 0],
    ...PARTS.map((part) => [part, part]),
    [0, 0],
  ]);
});

test("keys of the app and of the account list the events of all parts in order, over pages of any size", async () => {
  const newestFirst = events.toReversed();
  for (const appId of [service.merchant.appId, null]) {
    for (const limit of [1, 2, 7, 100]) {
      expect(await listed(limit, appId), String(limit)).toEqual(newestFirst);
    }
    expect(await listed(3, appId, "checkout.verified")).toHaveLength(paid.length);
  }
});

test("keys of the app and of the account read each event by its id alone", async () => {
  const handler = await loadHandler("v1-read-event");
  for (const appId of [service.merchant.appId, null]) {
    for (const id of events) {
      const answer = await invoke(handler, readEvent, {
        principal: principal(appId),
        params: { id },
      });
      expect([answer.status, answer.body.id]).toEqual([200, id]);
    }
  }
});

test("statistics, now and once they are counted, and books have the payments of all parts", async () => {
  const { engine, merchant } = service;
  const { accountId, appId } = merchant;
  const day = dayOf(Date.now());
  const span = { from: dayOf(Date.now() - HOUR), to: day };
  const look = async (now: number, app?: number) => {
    const range = { accountId, mode: "live", appId: app, ...span } as const;
    const { rows } = await readCurrentStats(engine.table, range, now);
    return rows.reduce((sum, { counters }) => sum + (counters.verified ?? 0), 0);
  };
  for (const now of [Date.now(), Date.now() + HOUR]) {
    expect(await look(now, appId)).toBe(paid.length);
    expect(await look(now)).toBe(paid.length);
  }
  const apps = await appsOf(engine.table, accountId);
  const booked: string[] = [];
  for await (const entry of entriesIn({ accountId, mode: "live", apps, ...span })) {
    booked.push(entry.checkoutId);
  }
  expect(booked.toSorted()).toEqual(paid.map(({ id }) => id).toSorted());
});

test("an endpoint lists the deliveries of all parts, made by the fan-out or a sender, in order over pages of any size", async () => {
  const sent: string[] = [];
  await widen();
  expect((await endpoint()).isSpread).toBeUndefined();
  for (;;) {
    // Sent ahead: the sender makes the delivery, and the relay sees that it has ended.
    const steps = await walkPayment(service);
    expect(steps.at(-1)?.name).toBe("relay checkout.verified");
    const [newest = ""] = await deliveries(100, { status: "succeeded" });
    if (!sent.includes(newest)) sent.push(newest);
    if (partOfId(newest) > 0) break;
  }
  expect((await endpoint()).isSpread).toBe(true);

  const waiting: string[] = [];
  for (const { id } of paid) {
    const [event] = await service.events(id);
    if (event === undefined) throw new Error("no event");
    const { calls } = await service.metered(() => service.relay(event));
    await service.work("fan-out-webhooks", busMessage(calls));
    waiting.push(deliveryIdOf(event.id, (await endpoint()).id));
  }
  expect(new Set(waiting.map(partOfId))).toEqual(new Set(PARTS));
  expect(await deliveries(3, { status: "pending" })).toEqual(waiting.toReversed());

  const made = [...waiting, ...sent];
  for (const limit of [1, 2, 7, 100]) {
    expect(await deliveries(limit), String(limit)).toEqual(made.toReversed());
  }
  expect(await deliveries(2, { eventType: "checkout.expired" })).toEqual([]);
});

async function endpoint() {
  const { engine, merchant } = service;
  const [only] = await endpointsOfAccount(engine.table, merchant.accountId);
  if (only === undefined) throw new Error("no endpoint");
  return only;
}

/** Ids of all deliveries of the endpoint, as pages list them. */
async function deliveries(
  limit: number,
  filter: Omit<DeliveryFilter, "of"> = {},
): Promise<string[]> {
  const of = { endpoint: await endpoint() };
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listDeliveries(
      service.engine.table,
      { of, ...filter },
      { limit, cursor },
      Date.now(),
    );
    found.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

test("an app that is not spread has one query for its list, one that is has one for each part more", async () => {
  const queries = async (appId: number) => {
    const { calls } = await service.metered(() => pageOf({ limit: "5" }, appId));
    return calls.filter(({ action }) => action === "Query").length;
  };
  await queries(1);
  expect(await queries(service.merchant.appId + 1_000)).toBe(2);
  expect(await queries(service.merchant.appId)).toBe(1 + MAX_PARTS);
});
