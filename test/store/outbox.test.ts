import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventWithBody } from "../../lib/domain/event-record.ts";
import { eventWrite, getEventBody, getEvents, unrelayedEvents } from "../../lib/store/events.ts";
import { settleRelayed } from "../../lib/store/outbox.ts";
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

const settle = (...events: readonly EventWithBody[]) => settleRelayed(engine.table, events);
const waiting = async (at: number) =>
  (await unrelayedEvents(engine.table, at, 200)).map(({ id }) => id).toSorted();

test("an event stays in the outbox until it is settled, and in lists after that", async () => {
  const [first, second] = [await commit(newAccountId()), await commit(newAccountId())];
  expect(await waiting(NOW + 5 * MINUTE - 1)).toEqual([]);
  expect(await waiting(NOW + 5 * MINUTE)).toEqual([first.id, second.id].toSorted());
  await settle(first);
  expect(await waiting(NOW + 5 * MINUTE)).toEqual([second.id]);
  const { body, ...record } = first;
  expect(await getEvents(engine.table, [first.id], NOW)).toEqual([record]);
  expect(await getEventBody(engine.table, first.id, NOW)).toBe(body);
  await settle(second);
});

test("batches that repeat events, or hold more than a transaction, leave none of theirs behind", async () => {
  const accountId = newAccountId();
  const events: EventWithBody[] = [];
  for (let count = 0; count < 120; count++) events.push(await commit(accountId, NOW + count));
  const other = await commit(accountId);
  await settle(...events.slice(0, 5));
  await settle(...events.slice(3, 8), ...events.slice(3, 8));
  await Promise.all([settle(...events), settle(...events.toReversed())]);
  expect(await waiting(NOW + 6 * MINUTE)).toEqual([other.id]);
  await settle(other);
});

test("a deleted event is not recreated", async () => {
  const gone = newEvent({ accountId: newAccountId(), appId: 1 }, NOW);
  await settle(gone);
  expect(await getEvents(engine.table, [gone.id], NOW)).toEqual([]);
});
