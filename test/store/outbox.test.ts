import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BatchWriteCommand, DeleteCommand, QueryCommand } from "../../lib/cloud/dynamodb.ts";
import type { EventWithBody } from "../../lib/domain/event-record.ts";
import { MAX_DUE_SHARDS, outboxPartition } from "../../lib/store/due-shards.ts";
import { eventKey, getEventBody, getEvents, unrelayedEventWrite } from "../../lib/store/events.ts";
import { getItems } from "../../lib/store/get-items.ts";
import { eventsIn, eventWrites, leftInOutbox, takeOut } from "../../lib/store/outbox.ts";
import { UnreadableItem } from "../../lib/store/shape.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { newEvent } from "../support/events.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { newAccountId } from "../support/webhook-run.ts";

const NOW = Date.UTC(2026, 10, 20, 9);
const MINUTE = 60_000;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

async function commit(at = NOW): Promise<EventWithBody> {
  const event = newEvent({ accountId: newAccountId(), appId: 1 }, at);
  expect(await transact(engine.table, eventWrites(event))).toEqual({ committed: true });
  return event;
}

const waiting = async (at: number) =>
  (await leftInOutbox(engine.table, at, 100)).events.map(({ id }) => id).toSorted();

test("the events of a transaction are those that it puts in the outbox, among all its writes", () => {
  const [published, silent] = [1, 2].map((appId) =>
    newEvent({ accountId: newAccountId(), appId }, NOW),
  ) as [EventWithBody, EventWithBody];
  const writes = [
    { label: "checkout", update: { Key: { pk: "A" }, UpdateExpression: "SET n = :n" } } as const,
    unrelayedEventWrite(silent),
    ...eventWrites(published),
  ];
  expect(eventsIn(writes).map(({ id }) => id)).toEqual([published.id]);
});

test("an event stays in the outbox until it is taken out, and in lists after that", async () => {
  const [first, second] = [await commit(), await commit()];
  expect(await waiting(NOW + 5 * MINUTE - 1)).toEqual([]);
  expect(await waiting(NOW + 5 * MINUTE)).toEqual([first.id, second.id].toSorted());
  await takeOut(engine.table, [first.id]);
  expect(await waiting(NOW + 5 * MINUTE)).toEqual([second.id]);
  const { body, ...record } = first;
  expect(await getEvents(engine.table, [first], NOW)).toEqual([record]);
  expect(await getEventBody(engine.table, first, NOW)).toBe(body);
  await takeOut(engine.table, [second.id]);
});

test("an event whose id is taken is not put in the outbox again", async () => {
  const event = await commit();
  await takeOut(engine.table, [event.id]);
  expect(await transact(engine.table, eventWrites(event))).toMatchObject({ committed: false });
  expect(await waiting(NOW + 5 * MINUTE)).toEqual([]);
});

test("events are taken out in any number, also repeated and unknown ones", async () => {
  const events: EventWithBody[] = [];
  for (let count = 0; count < 60; count++) events.push(await commit(NOW + count));
  const ids = events.map(({ id }) => id);
  await takeOut(engine.table, [
    ...ids.slice(0, 40),
    ...ids.slice(20, 40),
    newEvent({ accountId: newAccountId(), appId: 1 }, NOW).id,
  ]);
  expect(await waiting(NOW + 10 * MINUTE)).toEqual(ids.slice(40).toSorted());
  await takeOut(engine.table, ids);
  expect(await waiting(NOW + 10 * MINUTE)).toEqual([]);
});

test("what DynamoDB leaves undone is asked for again, and is an error in the end", async () => {
  const events = [await commit(), await commit(), await commit()];
  let answers = 0;
  /** Undoes one deletion of each of the first requests. */
  const lazy = (untouched: number): Table => ({
    ...engine.table,
    client: {
      send: async (command: BatchWriteCommand) => {
        const [[table, all] = ["", []]] = Object.entries(command.input.RequestItems ?? {});
        if (answers++ >= untouched) return engine.table.client.send(command);
        const [left, ...rest] = all;
        if (rest.length > 0)
          await engine.table.client.send(
            new BatchWriteCommand({ RequestItems: { [table]: rest } }),
          );
        return { UnprocessedItems: { [table]: [left] } };
      },
    } as never,
  });
  await takeOut(
    lazy(2),
    events.map(({ id }) => id),
  );
  expect(await waiting(NOW + 5 * MINUTE)).toEqual([]);

  const last = await commit();
  answers = 0;
  await expect(takeOut(lazy(Number.POSITIVE_INFINITY), [last.id])).rejects.toThrow(
    "1 events are still in the outbox",
  );
  expect(answers).toBe(4);
  expect(await waiting(NOW + 5 * MINUTE)).toEqual([last.id]);
  await takeOut(engine.table, [last.id]);
});

test("an unreadable event stays in the outbox and does not hold up others", async () => {
  const [good, bad] = [await commit(), await commit()];
  const Item = { ...eventKey(bad), entity: "event", id: bad.id };
  await transact(engine.table, [{ label: "event", put: { Item } }]);
  const seen: unknown[] = [];
  const left = await leftInOutbox(engine.table, NOW + 5 * MINUTE, 100, (error) => seen.push(error));
  expect(left.events.map(({ id }) => id)).toEqual([good.id]);
  expect(left.gone).toEqual([]);
  expect(seen).toEqual([expect.any(UnreadableItem)]);
  await takeOut(engine.table, [good.id, bad.id]);
  await engine.table.client.send(
    new DeleteCommand({ TableName: engine.table.name, Key: eventKey(bad) }),
  );
});

test("an unreadable row of the outbox stays there and does not hold up others", async () => {
  const [good, bad] = [await commit(), await commit()];
  const Item = { pk: outboxPartition(bad.id), sk: bad.id, entity: "outbox", id: bad.id };
  await transact(engine.table, [{ label: "outbox", put: { Item } }]);
  const seen: unknown[] = [];
  const left = await leftInOutbox(engine.table, NOW + 5 * MINUTE, 100, (error) => seen.push(error));
  expect(left).toMatchObject({ events: [{ id: good.id }], gone: [] });
  expect(seen).toEqual([expect.any(UnreadableItem)]);
  await takeOut(engine.table, [good.id, bad.id]);
});

test("an event that is gone is only named, and its row says what it is", async () => {
  const [there, gone] = [await commit(), await commit()];
  await engine.table.client.send(
    new DeleteCommand({ TableName: engine.table.name, Key: eventKey(gone) }),
  );
  const left = await leftInOutbox(engine.table, NOW + 5 * MINUTE, 100);
  expect(left).toMatchObject({ events: [{ id: there.id }], gone: [gone.id] });
  const rows = await getItems(engine.table, [{ pk: outboxPartition(gone.id), sk: gone.id }]);
  // What the check of a whole table goes by.
  expect(rows).toMatchObject([{ entity: "outbox", id: gone.id }]);
  await takeOut(engine.table, [there.id, gone.id]);
});

test("a full request leaves no empty one, and no events need no request", async () => {
  const events: EventWithBody[] = [];
  for (let count = 0; count < 25; count++) events.push(await commit());
  const send = vi.spyOn(engine.table.client, "send");
  await takeOut(engine.table, []);
  expect(send).not.toHaveBeenCalled();
  await takeOut(
    engine.table,
    events.map(({ id }) => id),
  );
  expect(send).toHaveBeenCalledTimes(1);
  send.mockRestore();
  const silent = { ...engine.table, client: { send: async () => ({}) } as never };
  await expect(takeOut(silent, ["evt_1"])).resolves.toBeUndefined();
});

test("the sweeper reads its limit for each shard, strongly consistent", async () => {
  const send = vi.spyOn(engine.table.client, "send");
  await leftInOutbox(engine.table, NOW, 100);
  const queries = send.mock.calls.flatMap(([one]) => (one instanceof QueryCommand ? [one] : []));
  send.mockRestore();
  const limits = queries.map(({ input }) => Number(input.Limit));
  expect(new Set(limits)).toEqual(new Set([Math.ceil((100 * MAX_DUE_SHARDS) / limits.length)]));
  expect(queries.every(({ input }) => input.ConsistentRead === true)).toBe(true);
});
