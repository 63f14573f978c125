import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventWithBody } from "../../lib/domain/event-record.ts";
import { eventWrite, getEventBody, getEvents, unrelayedEvents } from "../../lib/store/events.ts";
import { settleRelayed } from "../../lib/store/outbox.ts";
import { type Increment, readStats } from "../../lib/store/stats.ts";
import { transact } from "../../lib/store/transact.ts";
import { newEvent } from "../support/event.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { newAccountId } from "../support/webhook-world.ts";

const NOW = Date.UTC(2026, 10, 20, 9);
const MINUTE = 60_000;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

async function commit(accountId: string, at = NOW): Promise<EventWithBody> {
  const event = newEvent({ accountId, appId: 1 }, at);
  await transact(engine.table, [eventWrite(event)]);
  return event;
}

const incrementOf = ({ accountId }: EventWithBody, day = "2026-11-20"): Increment => ({
  ...{ accountId, mode: "live", day, appId: 1 },
  counters: { verified: 1, "amount ETB": 500 },
});
const settle = (...events: readonly EventWithBody[]) =>
  settleRelayed(
    engine.table,
    events.map((event) => ({ event, increment: incrementOf(event) })),
  );
const counted = async (accountId: string) => {
  const range = { accountId, mode: "live", from: "2026-11-01", to: "2026-11-30" } as const;
  return (await readStats(engine.table, range)).map(({ counters }) => counters);
};

test("an event stays in the outbox until it is settled, and in lists after that", async () => {
  const [first, second] = [await commit(newAccountId()), await commit(newAccountId())];
  const waiting = async (at: number) =>
    (await unrelayedEvents(engine.table, at, 100)).map(({ id }) => id).toSorted();
  expect(await waiting(NOW + 5 * MINUTE - 1)).toEqual([]);
  expect(await waiting(NOW + 5 * MINUTE)).toEqual([first.id, second.id].toSorted());
  await settle(first);
  expect(await waiting(NOW + 5 * MINUTE)).toEqual([second.id]);
  const { body, ...record } = first;
  expect(await getEvents(engine.table, [first.id], NOW)).toEqual([record]);
  expect(await getEventBody(engine.table, first.id, NOW)).toBe(body);
  await settle(second);
});

test("events of a batch are summed in one row, each once", async () => {
  const accountId = newAccountId();
  const events: EventWithBody[] = [];
  for (let count = 0; count < 120; count++) events.push(await commit(accountId, NOW + count));
  await settle(...events.slice(0, 5));
  await settle(...events.slice(3, 8), ...events.slice(3, 8));
  // More than one transaction holds, and most of them new.
  await settle(...events);
  await settle(...events);
  expect(await counted(accountId)).toEqual([{ verified: 120, "amount ETB": 120 * 500 }]);
});

test("concurrent batches count each common event once", async () => {
  const accountId = newAccountId();
  const events = [await commit(accountId), await commit(accountId), await commit(accountId)];
  await Promise.all([
    settle(...events),
    settle(...events.toReversed()),
    settle(...events.slice(1)),
  ]);
  expect(await counted(accountId)).toEqual([{ verified: 3, "amount ETB": 1500 }]);
});

test("an event that no statistics count is only taken out of the outbox", async () => {
  const event = await commit(newAccountId());
  await settleRelayed(engine.table, [{ event, increment: null }]);
  expect(await unrelayedEvents(engine.table, NOW + 5 * MINUTE, 100)).toEqual([]);
  expect(await counted(event.accountId)).toEqual([]);
});

test("a deleted event is neither counted nor recreated", async () => {
  const gone = newEvent({ accountId: newAccountId(), appId: 1 }, NOW);
  await settle(gone);
  expect(await counted(gone.accountId)).toEqual([]);
  expect(await getEvents(engine.table, [gone.id], NOW)).toEqual([]);
});
