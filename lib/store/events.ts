import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { EventRecord, EventWithBody } from "../domain/event-record.ts";
import { idFloor } from "../domain/ids.ts";
import { type Mode, modeOf } from "../domain/mode.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { dueItemKeys } from "./due.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import { withoutKeys } from "./item.ts";
import { duePartition, instantKey } from "./table.ts";
import type { Table, Write } from "./transact.ts";

/** Events can be listed for 30 days; their bodies live as long as a delivery of them can be retried. */
const LISTED_MS = 30 * 86_400_000;
const KEPT_SECONDS = 90 * 86_400;
const SWEEP_AFTER_MS = 5 * 60_000;

/**
 * Writes a finished event. Its body is an item of its own, which no list has a copy of, and the outbox
 * row until it is marked as relayed. Refused (label `event {type}`) where the id is taken.
 */
export function eventWrites({ body, ...event }: EventWithBody): Write[] {
  const tenant = `${event.accountId}#${modeOf(event.livemode)}`;
  const ttl = Math.floor(event.createdAt / 1000) + KEPT_SECONDS;
  return [
    {
      label: `event ${event.type}`,
      put: {
        Item: {
          ...eventKey(event.id),
          entity: "event",
          ...event,
          gsi1pk: `EVA#${tenant}`,
          gsi1sk: event.id,
          ...(event.appId === null
            ? {}
            : { gsi2pk: `EVP#${event.appId}#${modeOf(event.livemode)}`, gsi2sk: event.id }),
          gsi3pk: `EVK#${tenant}#${event.type}`,
          gsi3sk: event.id,
          gsi4pk: `EVO#${event.objectId}`,
          gsi4sk: event.id,
          ttl,
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      label: `body of event ${event.type}`,
      put: {
        Item: {
          ...eventBodyKey(event.id),
          entity: "event_body",
          body,
          due_pk: duePartition("EVT", event.id),
          due_sk: instantKey(event.createdAt + SWEEP_AFTER_MS),
          ttl,
        },
      },
    },
  ];
}

/** The exact text that is sent of an event, strongly consistent; null once it is gone. `now` in ms. */
export async function getEventBody(table: Table, id: string, now: number): Promise<string | null> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: eventBodyKey(id), ConsistentRead: true }),
  );
  return item !== undefined && Number(item.ttl) * 1000 > now ? String(item.body) : null;
}

/** As `getEventBody`, of several events in their order; those that are gone are left out. */
export async function getEventBodies(
  table: Table,
  ids: readonly string[],
  now: number,
): Promise<string[]> {
  const items = await getItems(table, ids.map(eventBodyKey));
  return items.filter(({ ttl }) => Number(ttl) * 1000 > now).map(({ body }) => String(body));
}

/** Marks an event as handed to the bus. Idempotent; an event that is gone stays gone. */
export async function markRelayed(table: Table, id: string): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: eventBodyKey(id),
        UpdateExpression: "REMOVE due_pk, due_sk",
        ConditionExpression: "attribute_exists(pk)",
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Events that nobody relayed within five minutes, oldest first, at most `limit` a shard. */
export async function unrelayedEvents(
  table: Table,
  now: number,
  limit: number,
): Promise<EventRecord[]> {
  const bodies = await dueItemKeys(table, "EVT", now, limit);
  const items = await getItems(
    table,
    bodies.map(({ pk }) => ({ pk, sk: "EVT" })),
  );
  return items.map((item) => withoutKeys<EventRecord>(item));
}

/** Events about one object, newest first. */
export async function eventsOfObject(
  table: Table,
  objectId: string,
  limit: number,
): Promise<EventRecord[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi4",
      KeyConditionExpression: "gsi4pk = :pk",
      ExpressionAttributeValues: { ":pk": `EVO#${objectId}` },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.map((item) => withoutKeys<EventRecord>(item));
}

export interface EventFilter {
  readonly accountId: string;
  readonly mode: Mode;
  readonly appId: number | null;
  readonly type?: string | undefined;
}

/** Events of the last 30 days, newest first. */
export function listEvents(
  table: Table,
  filter: EventFilter,
  page: PageRequest,
  now: number,
): Promise<Page<EventRecord>> {
  const tenant = `${filter.accountId}#${filter.mode}`;
  const [index, partition] =
    filter.appId !== null
      ? (["gsi2", `EVP#${filter.appId}#${filter.mode}`] as const)
      : filter.type !== undefined
        ? (["gsi3", `EVK#${tenant}#${filter.type}`] as const)
        : (["gsi1", `EVA#${tenant}`] as const);
  const byType = index === "gsi2" && filter.type !== undefined;
  return queryPage(
    table,
    {
      IndexName: index,
      KeyConditionExpression: `${index}pk = :pk AND ${index}sk >= :since`,
      FilterExpression: byType ? "#type = :type" : undefined,
      ExpressionAttributeNames: byType ? { "#type": "type" } : undefined,
      ExpressionAttributeValues: {
        ":pk": partition,
        ":since": idFloor("evt_", Math.max(0, now - LISTED_MS)),
        ...(byType ? { ":type": filter.type } : {}),
      },
      ScanIndexForward: false,
    },
    page,
    ["events", filter],
    (item) => withoutKeys<EventRecord>(item),
  );
}

function eventKey(id: string): ItemKey {
  return { pk: `EVT#${id}`, sk: "EVT" };
}

/** Where the text of an event stands. */
export function eventBodyKey(id: string): ItemKey {
  return { pk: `EVT#${id}`, sk: "BODY" };
}
