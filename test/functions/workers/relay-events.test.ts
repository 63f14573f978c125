import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EventBridgeClient, PutEventsCommand } from "../../../lib/cloud/aws-services.ts";
import { DeleteCommand } from "../../../lib/cloud/dynamodb.ts";
import type { BusEvent } from "../../../lib/cloud/messaging.ts";
import type { EventWithBody } from "../../../lib/domain/event-record.ts";
import { eventKey, eventWrite } from "../../../lib/store/events.ts";
import { saveSettings } from "../../../lib/store/notifications.ts";
import { eventWrites, leftInOutbox } from "../../../lib/store/outbox.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import { relayEvents as relayOf } from "../../../lib/use-cases/webhooks/relay.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { newEvent } from "../../support/events.ts";
import { loadHandler, queuesOf, setFunctionEnvironment } from "../../support/function-calls.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { newAccountId } from "../../support/webhook-run.ts";

let engine: TestTable;
let table: Table;
type Run = (event: unknown, context: object) => Promise<unknown>;
let relay: Run;
let sweep: Run;
const bus = mockClient(EventBridgeClient);
/** Ids of events in each call, in order. */
let calls: string[][] = [];
let refuses: (id: string, call: number) => boolean = () => false;

beforeAll(async () => {
  engine = await startTable();
  table = engine.table;
  setFunctionEnvironment({ tableName: table.name, dynamoDbEndpoint: engine.endpoint });
  relay = await loadHandler("workers-relay-events");
  sweep = await loadHandler("workers-sweep-events");
  bus.on(PutEventsCommand).callsFake((input) => {
    const ids = (input.Entries ?? []).map(({ Detail = "" }) => JSON.parse(Detail).id as string);
    calls.push(ids);
    const Entries = ids.map((id) =>
      refuses(id, calls.length) ? { ErrorCode: "InternalFailure" } : { EventId: id },
    );
    return { Entries, FailedEntryCount: 0 };
  });
});
afterAll(() => engine.stop());
beforeEach(() => {
  calls = [];
  refuses = () => false;
});

async function commit(count: number, at = Date.now()): Promise<EventWithBody[]> {
  const accountId = newAccountId();
  const events = Array.from({ length: count }, () => newEvent({ accountId, appId: 1 }, at));
  for (const event of events) await transact(table, eventWrites(event));
  return events;
}

const streamOf = (events: readonly EventWithBody[]) => ({
  Records: events.map((event, index) => ({
    eventName: "INSERT",
    dynamodb: { SequenceNumber: String(index + 1), NewImage: imageOf(event) },
  })),
});

const imageOf = (event: EventWithBody) => marshall({ ...eventWrite(event).put?.Item });

const leftOf = async (events: readonly EventWithBody[]) => {
  const left = await leftInOutbox(table, Date.now() + 86_400_000, 100);
  return left.events.map(({ id }) => id).filter((id) => events.some((event) => event.id === id));
};

describe("relay-events", () => {
  test("puts events on the bus without their bodies, in calls of ten, and takes them out of the outbox", async () => {
    const events = await commit(12);
    await relay(streamOf(events), {});
    expect(calls.map((ids) => ids.length)).toEqual([10, 2]);
    expect(calls.flat()).toEqual(events.map(({ id }) => id));
    expect(await leftOf(events)).toEqual([]);
    const [input] = bus.commandCalls(PutEventsCommand).at(-1)?.args ?? [];
    const [entry] = input?.input.Entries ?? [];
    expect(entry).toMatchObject({
      Source: "checkout-verification",
      DetailType: "checkout.verified",
    });
    expect(entry?.Detail).not.toContain("note");
  });

  test("resends only the refused one of ten", async () => {
    const events = await commit(10);
    const bad = events[4]?.id ?? "";
    refuses = (id, call) => id === bad && call === 1;
    await relay(streamOf(events), {});
    expect(calls).toEqual([events.map(({ id }) => id), [bad]]);
    expect(await leftOf(events)).toEqual([]);
  });

  test("leaves a repeatedly refused event to the sweeper, without delaying others", async () => {
    const events = await commit(3, Date.now() - 10 * 60_000);
    const bad = events[1]?.id ?? "";
    refuses = (id) => id === bad;
    await relay(streamOf(events), {});
    expect(await leftOf(events)).toEqual([bad]);
    refuses = () => false;
    calls = [];
    await sweep({}, {});
    expect(calls).toEqual([[bad]]);
    expect(await leftOf(events)).toEqual([]);
  });

  test("fails if the bus accepts nothing, so that the stream repeats the batch", async () => {
    const events = await commit(2);
    refuses = () => true;
    await expect(relay(streamOf(events), {})).rejects.toThrow("work failed");
    expect((await leftOf(events)).sort()).toEqual(events.map(({ id }) => id).sort());
    refuses = () => false;
    await relay(streamOf(events), {});
  });
});

describe("a verified payment", () => {
  const detailOf = async (event: EventWithBody) => {
    await relay(streamOf([event]), {});
    const [input] = bus.commandCalls(PutEventsCommand).at(-1)?.args ?? [];
    return JSON.parse(input?.input.Entries?.[0]?.Detail ?? "{}") as object;
  };
  const isTold = (detail: object) => queuesOf(detail).includes("notifications");
  const chooses = (event: EventWithBody, paid: "each" | "daily" | "none") =>
    saveSettings(table, { accountId: event.accountId, userId: "usr_1" }, { paid });

  test("begins a notification only where a member wants one for each payment, from that choice on", async () => {
    const [event] = (await commit(1)) as [EventWithBody];
    expect(isTold(await detailOf(event))).toBe(false);
    await chooses(event, "daily");
    expect(isTold(await detailOf(event))).toBe(false);
    await chooses(event, "each");
    expect(isTold(await detailOf(event))).toBe(true);
  });

  test("and any other live event begins one without a look; the sweeper leaves it to the worker", async () => {
    const [payment] = (await commit(1)) as [EventWithBody];
    expect(isTold(await detailOf({ ...payment, type: "checkout.review" }))).toBe(true);
    const [swept] = (await commit(1, Date.now() - 10 * 60_000)) as [EventWithBody];
    await sweep({}, {});
    const entries = bus.commandCalls(PutEventsCommand).flatMap(({ args }) => args[0].input.Entries);
    const detail = entries.map((entry) => JSON.parse(entry?.Detail ?? "{}"));
    const own = detail.filter(({ id }) => id === swept.id);
    expect(own.map(isTold)).toEqual([true]);
  });

  test("begins one where the members' choices cannot be read", async () => {
    const published: BusEvent[] = [];
    const publish = async (events: readonly BusEvent[]) => {
      published.push(...events);
      return { sentIds: [], error: "none was sent" };
    };
    const isAway = () => Promise.reject(new Error("the table is away"));
    const looks = { hearsOfNoPayment: isAway, endedAhead: isAway };
    const [event] = (await commit(1)) as [EventWithBody];
    await expect(relayOf({ table, publish, looks }, [event])).rejects.toThrow("none was sent");
    const details = published.map(({ detail }) => JSON.parse(detail) as object);
    expect(details.map(isTold)).toEqual([true]);
    expect(details.map((detail) => queuesOf(detail).includes("fan-out"))).toEqual([true]);
  });
});

test.each([
  [true, true],
  [false, false],
  // Of a release that did not store it: it may be one to follow.
  [undefined, true],
])("an event with followUp %s is put on the bus with follow_up %s", async (followUp, expected) => {
  const [event] = await commit(1);
  const image = { ...eventWrite(event as EventWithBody).put?.Item, followUp };
  const NewImage = marshall(image, { removeUndefinedValues: true });
  await relay({ Records: [{ eventName: "INSERT", dynamodb: { NewImage } }] }, {});
  const [input] = bus.commandCalls(PutEventsCommand).at(-1)?.args ?? [];
  const detail = JSON.parse(input?.input.Entries?.[0]?.Detail ?? "{}");
  expect(detail.follow_up).toBe(expected);
});

test("sweep-events takes the marks of deleted events out of the outbox", async () => {
  const [gone] = (await commit(1, Date.now() - 10 * 60_000)) as [EventWithBody];
  const { id } = gone;
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: eventKey(gone) }));
  const idsLeft = async () => (await leftInOutbox(table, Date.now(), 100)).gone;
  expect(await idsLeft()).toContain(id);
  await sweep({}, {});
  expect(calls).toEqual([]);
  expect(await idsLeft()).not.toContain(id);
});

test("sweep-events leaves new events to the stream for five minutes", async () => {
  const [young] = await commit(1);
  const old = await commit(2, Date.now() - 5 * 60_000 - 1);
  await sweep({}, {});
  expect(calls.flat().sort()).toEqual(old.map(({ id }) => id).sort());
  expect(await leftOf([young as EventWithBody])).toEqual([young?.id]);
});
