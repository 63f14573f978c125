import { DeleteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventWithBody } from "../../lib/domain/event-record.ts";
import { getBodyAndEndpoint } from "../../lib/store/endpoints.ts";
import {
  eventBodyKey,
  eventsOfObject,
  eventWrites,
  getEventBodies,
  getEventBody,
  listEvents,
  markRelayed,
  unrelayedEvents,
} from "../../lib/store/events.ts";
import { type Item, transact } from "../../lib/store/transact.ts";
import { newEvent } from "../support/event.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { newAccountId } from "../support/webhook-world.ts";

const NOW = Date.UTC(2026, 10, 20, 9);
const MINUTE = 60_000;
const DAY = 86_400_000;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

async function commit(facts: Partial<EventWithBody> = {}, at = NOW): Promise<EventWithBody> {
  const event = newEvent({ accountId: newAccountId(), appId: 1, ...facts }, at);
  await transact(engine.table, eventWrites(event));
  return event;
}

const itemsOf = async (id: string): Promise<readonly Item[]> => {
  const { Items = [] } = await engine.table.client.send(
    new QueryCommand({
      TableName: engine.table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `EVT#${id}` },
    }),
  );
  return Items;
};
const dropBody = (id: string) =>
  engine.table.client.send(
    new DeleteCommand({ TableName: engine.table.name, Key: { ...eventBodyKey(id) } }),
  );
const unrelayed = async (at: number) =>
  (await unrelayedEvents(engine.table, at, 100)).map(({ id }) => id);

describe("an event and its body", () => {
  test("are two items that end at the same time, and no index holds the body", async () => {
    const event = await commit();
    const [body, record] = await itemsOf(event.id);
    expect(body).toMatchObject({ sk: "BODY", entity: "event_body", body: event.body });
    expect(record).toMatchObject({ sk: "EVT", entity: "event", ttl: body?.ttl });
    expect(JSON.stringify(record)).not.toContain("note");
    const indexed = Object.keys(body ?? {}).filter((name) => name.startsWith("gsi"));
    expect(indexed).toEqual([]);
  });

  test("are written together or not at all", async () => {
    const event = newEvent({ accountId: newAccountId(), appId: 1 }, NOW);
    const taken = { pk: `EVT#${event.id}`, sk: "EVT", entity: "event" };
    await transact(engine.table, [{ label: "taken", put: { Item: taken } }]);
    const refused = await transact(engine.table, eventWrites(event));
    expect(refused).toMatchObject({ committed: false, failed: [`event ${event.type}`] });
    expect(await getEventBody(engine.table, event.id, NOW)).toBeNull();

    const other = newEvent({ accountId: newAccountId(), appId: 1 }, NOW);
    const check = { Key: { pk: "X", sk: "X" }, ConditionExpression: "attribute_exists(pk)" };
    await transact(engine.table, [...eventWrites(other), { label: "no", check }]);
    expect(await itemsOf(other.id)).toEqual([]);
  });

  test("a second time leave the first body as it is", async () => {
    const first = await commit();
    await transact(engine.table, eventWrites({ ...first, body: "{}" }));
    expect(await getEventBody(engine.table, first.id, NOW)).toBe(first.body);
  });

  test("are read by who sends it; one that is gone is null, as after 90 days", async () => {
    const { id, accountId, body } = await commit();
    const read = () => getBodyAndEndpoint(engine.table, id, accountId, "whk_none");
    expect(await read()).toEqual({ body, endpoint: null });
    expect(await getEventBody(engine.table, id, NOW + 90 * DAY - 1)).toBe(body);
    expect(await getEventBody(engine.table, id, NOW + 90 * DAY)).toBeNull();
    await dropBody(id);
    expect(await read()).toEqual({ body: null, endpoint: null });
    expect(await getEventBody(engine.table, id, NOW)).toBeNull();
  });
});

test("bodies of a whole page come in its order, without those that are gone", async () => {
  const accountId = newAccountId();
  const events: EventWithBody[] = [];
  for (let minute = 0; minute < 100; minute++) {
    events.unshift(await commit({ accountId }, NOW + minute * MINUTE));
  }
  const filter = { accountId, mode: "live", appId: null } as const;
  const page = await listEvents(engine.table, filter, { limit: 100 }, NOW + DAY);
  const ids = page.data.map(({ id }) => id);
  expect(ids).toEqual(events.map(({ id }) => id));
  expect(page.data.some((event) => "body" in event)).toBe(false);
  const read = () => getEventBodies(engine.table, ids, NOW + DAY);
  expect(await read()).toEqual(events.map(({ body }) => body));

  const [, second, ...others] = events;
  await dropBody(String(second?.id));
  expect(await read()).toEqual([events[0], ...others].map((event) => event?.body));
  expect(await getEventBodies(engine.table, ids, NOW + 91 * DAY)).toEqual([]);
});

describe("an event's place in the outbox", () => {
  test("is its own until it is marked as relayed; then no sweep finds it, and lists still do", async () => {
    // Before all the others here, so that no sweep finds those.
    const at = NOW - DAY;
    const [first, second] = [await commit({ objectId: "co_first" }, at), await commit({}, at)];
    const swept = at + 5 * MINUTE;
    expect(await unrelayed(swept - 1)).toEqual([]);
    expect((await unrelayed(swept)).toSorted()).toEqual([first.id, second.id].toSorted());
    await markRelayed(engine.table, first.id);
    await markRelayed(engine.table, first.id);
    expect(await unrelayed(swept)).toEqual([second.id]);
    const { body: _, ...record } = first;
    expect(await eventsOfObject(engine.table, first.objectId, 100)).toEqual([record]);
    expect(await getEventBody(engine.table, first.id, NOW)).toBe(first.body);
    await markRelayed(engine.table, second.id);
  });

  test("is not taken again by marking one that is gone", async () => {
    await markRelayed(engine.table, "evt_gone");
    expect(await itemsOf("evt_gone")).toEqual([]);
  });
});
