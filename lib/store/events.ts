import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { EventRecord } from "../domain/event-record.ts";
import { idFloor } from "../domain/ids.ts";
import { type Mode, modeOf } from "../domain/mode.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { dueItems } from "./due.ts";
import { withoutKeys } from "./item.ts";
import { duePartition, instantKey } from "./table.ts";
import type { Table, Write } from "./transact.ts";

/** Events can be listed for 30 days; their bodies live as long as a delivery of them can be retried. */
const LISTED_MS = 30 * 86_400_000;
const KEPT_SECONDS = 90 * 86_400;
const SWEEP_AFTER_MS = 5 * 60_000;

/** Writes a finished event; it is its own outbox row until it is marked as relayed. */
export function eventWrite(event: EventRecord): Write {
  const tenant = `${event.accountId}#${modeOf(event.livemode)}`;
  return {
    label: `event ${event.type}`,
    put: {
      Item: {
        pk: `EVT#${event.id}`,
        sk: "EVT",
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
        due_pk: duePartition("EVT", event.id),
        due_sk: instantKey(event.createdAt + SWEEP_AFTER_MS),
        ttl: Math.floor(event.createdAt / 1000) + KEPT_SECONDS,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Reads an event; null where there is none, or its time is over. */
export async function getEvent(table: Table, id: string): Promise<EventRecord | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk: `EVT#${id}`, sk: "EVT" } }),
  );
  return Item ? withoutKeys<EventRecord>(Item) : null;
}

/** The exact text that is sent of an event; null once it is gone. `now` in ms. */
export async function getEventBody(table: Table, id: string, now: number): Promise<string | null> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk: `EVT#${id}`, sk: "EVT" } }),
  );
  return item !== undefined && Number(item.ttl) * 1000 > now ? String(item.body) : null;
}

/** Marks an event as handed to the bus. Idempotent; an event that is gone stays gone. */
export async function markRelayed(table: Table, id: string): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: `EVT#${id}`, sk: "EVT" },
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
  const items = await dueItems(table, "EVT", now, limit);
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
