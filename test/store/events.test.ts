import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeleteCommand, GetCommand } from "../../lib/cloud/dynamodb.ts";
import type { EventPlace, EventWithBody } from "../../lib/domain/event-record.ts";
import { readSenderContext } from "../../lib/store/delivery-attempts.ts";
import {
  eventKey,
  eventWrite,
  getEventBody,
  getEvents,
  getEventsWithBodies,
  listEvents,
} from "../../lib/store/events.ts";
import { type Item, transact } from "../../lib/store/transact.ts";
import { newEvent } from "../support/events.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { newAccountId } from "../support/webhook-run.ts";

const NOW = Date.UTC(2026, 10, 20, 9);
const MINUTE = 60_000;
const DAY = 86_400_000;

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

/** @param description of the event's checkout */
async function commit(
  facts: Partial<EventWithBody> = {},
  at = NOW,
  description: string | null = null,
): Promise<EventWithBody> {
  const published = newEvent({ accountId: newAccountId(), appId: 1, ...facts }, at);
  const body = JSON.parse(published.body);
  body.data.object.description = description;
  const event = { ...published, body: JSON.stringify(body) };
  await transact(engine.table, [eventWrite(event)]);
  return event;
}

const itemOf = async (event: EventPlace): Promise<Item | undefined> => {
  const { Item } = await engine.table.client.send(
    new GetCommand({ TableName: engine.table.name, Key: { ...eventKey(event) } }),
  );
  return Item;
};
const drop = (event: EventPlace) =>
  engine.table.client.send(
    new DeleteCommand({ TableName: engine.table.name, Key: { ...eventKey(event) } }),
  );
const withoutBody = ({ body: _, ...record }: EventWithBody) => record;

describe("an event", () => {
  test("keeps its body byte for byte, compressed, for any characters", async () => {
    for (const text of ["ጥሩ ቡና ☕ \u{1F600}", "x".repeat(20_000), "{}"]) {
      const event = await commit({}, NOW, text);
      expect(event.body).toContain(JSON.stringify(text));
      expect(await getEventBody(engine.table, event, NOW)).toBe(event.body);
      expect((await itemOf(event))?.body).toBeInstanceOf(Uint8Array);
    }
    const large = await commit({}, NOW, "x".repeat(20_000));
    const packed = (await itemOf(large))?.body as Uint8Array | undefined;
    expect(packed?.length).toBeLessThan(1_000);
  });

  test("is refused if its id is taken, and the first body stays", async () => {
    const first = await commit();
    const again = await transact(engine.table, [eventWrite({ ...first, body: "{}" })]);
    expect(again).toMatchObject({ committed: false, refusals: [{ kind: "event" }] });
    expect(await getEventBody(engine.table, first, NOW)).toBe(first.body);
  });

  test("is null after 90 days", async () => {
    const event = await commit();
    const { accountId, body } = event;
    const read = async () => {
      const asked = [{ accountId, endpointId: "whk_none", event, id: "dlv_none", isRead: false }];
      const { textOf, endpointOf } = await readSenderContext(engine.table, asked);
      return { body: textOf(event), endpoint: endpointOf("whk_none") };
    };
    expect(await read()).toEqual({ body, endpoint: null });
    expect(await getEventBody(engine.table, event, NOW + 90 * DAY - 1)).toBe(body);
    expect(await getEventBody(engine.table, event, NOW + 90 * DAY)).toBeNull();
    await drop(event);
    expect(await read()).toEqual({ body: null, endpoint: null });
    expect(await getEventBody(engine.table, event, NOW)).toBeNull();
  });

  test("can be read with others by id, newest first, until it expires", async () => {
    const [old, young] = [await commit({}, NOW), await commit({}, NOW + MINUTE)];
    const places = [old, { ...old, id: "evt_gone" }, young];
    const read = (now: number) => getEvents(engine.table, places, now);
    expect(await read(NOW)).toEqual([young, old].map(withoutBody));
    expect(await read(NOW + 90 * DAY)).toEqual([withoutBody(young)]);
    const bodies = await getEventsWithBodies(engine.table, places, NOW + 90 * DAY);
    expect(bodies).toEqual([young]);
  });
});

describe("the list of events", () => {
  test("of an app has bodies in order, without expired events", async () => {
    const accountId = newAccountId();
    const events: EventWithBody[] = [];
    for (let minute = 0; minute < 100; minute++) {
      events.unshift(await commit({ accountId }, NOW + minute * MINUTE));
    }
    const filter = { accountId, mode: "live", of: { appId: 1 } } as const;
    const read = () => listEvents(engine.table, filter, { limit: 100 }, NOW + DAY);
    expect(await read()).toEqual({ data: events, nextCursor: null });

    const [first, second, ...others] = events;
    await drop(second as EventWithBody);
    expect((await read()).data).toEqual([first, ...others]);
  });

  test("of an account merges events of its apps and its own, newest first, each once, for any page size", async () => {
    const accountId = newAccountId();
    const events: EventWithBody[] = [];
    // One app is busy, one is quiet, one has nothing.
    for (let minute = 0; minute < 60; minute++) {
      const appId = minute % 20 === 0 ? null : minute % 7 === 0 ? 2 : 1;
      const type = minute % 3 === 0 ? "checkout.expired" : "checkout.verified";
      events.unshift(await commit({ accountId, appId, type }, NOW + minute * MINUTE));
    }
    await commit({ accountId, appId: 1, livemode: false });
    const ids = async (limit: number, type?: string) => {
      const apps = [1, 2, 3].map((appId) => ({ appId, isSpread: false }));
      const filter = { accountId, mode: "live", of: { apps }, type } as const;
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listEvents(engine.table, filter, { limit, cursor }, NOW + DAY);
        expect(page.data.length).toBeLessThanOrEqual(limit);
        found.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return found;
    };
    const expired = events.filter(({ type }) => type === "checkout.expired");
    for (const limit of [1, 3, 7, 59, 60, 100]) {
      expect(await ids(limit), String(limit)).toEqual(events.map(({ id }) => id));
      expect(await ids(limit, "checkout.expired")).toEqual(expired.map(({ id }) => id));
    }
  });
});
