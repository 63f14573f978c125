import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { EventRecord, EventWithBody } from "../domain/event-record.ts";
import { idFloor } from "../domain/ids.ts";
import { instant } from "../domain/instant.ts";
import { type Mode, modeOf } from "../domain/mode.ts";
import type { Page, PageRequest } from "./cursor.ts";
import { dueItems, type OnUnreadable, readAll } from "./due.ts";
import { duePartition } from "./due-shards.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import { listPage } from "./list-page.ts";
import { packText, unpackText } from "./packed-text.ts";
import { shapeOf } from "./shape.ts";
import type { Item, Table, Write } from "./transact.ts";

/** Events can be listed for 30 days; they are kept as long as a delivery of them can be retried. */
const LISTED_MS = 30 * 86_400_000;
const KEPT_SECONDS = 90 * 86_400;
const SWEEP_AFTER_MS = 5 * 60_000;
const MAX_TIME = 2 ** 48 - 1;

/**
 * Stores an event with its body. Until it is relayed, the item is in the outbox too (`outbox.ts`). Refused (label
 * `event`) if the id is taken.
 */
export function eventWrite({ body, ...event }: EventWithBody): Write {
  const { id, accountId, appId, livemode, createdAt } = event;
  return {
    label: "event",
    put: {
      Item: {
        ...eventKey(id),
        entity: "event",
        ...event,
        body: packText(body),
        gsi2pk: eventList(accountId, appId, modeOf(livemode)),
        gsi2sk: id,
        due_pk: duePartition("EVT", id),
        due_sk: instant(createdAt + SWEEP_AFTER_MS),
        ttl: Math.floor(createdAt / 1000) + KEPT_SECONDS,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Partition of `gsi2` that lists an app's events; with `null`, those of the account itself. */
export function eventList(accountId: string, appId: number | null, mode: Mode): string {
  return `EVP#${accountId}#${appId ?? "account"}#${mode}`;
}

/**
 * Stores an event that is listed, counted and can be delivered, but is not relayed: the stream's filter and the outbox
 * skip it.
 */
export function unrelayedEventWrite(event: EventWithBody): Write {
  const write = eventWrite(event);
  if (!("put" in write)) throw new Error("An event must be a put.");
  const { due_pk: _pk, due_sk: _sk, ...item } = write.put.Item as Record<string, unknown>;
  return { ...write, put: { ...write.put, Item: { ...item, entity: "unrelayed_event" } } };
}

/** Reads the exact body of an event, strongly consistent; null once it has expired. `now` in ms. */
export async function getEventBody(table: Table, id: string, now: number): Promise<string | null> {
  return (await getEvent(table, id, now))?.body ?? null;
}

/** Reads an event with its body, strongly consistent; null once it has expired. `now` in ms. */
export async function getEvent(
  table: Table,
  id: string,
  now: number,
): Promise<EventWithBody | null> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: eventKey(id), ConsistentRead: true }),
  );
  return item !== undefined && isKept(item, now) ? eventFrom(item) : null;
}

/** Events that were not relayed within five minutes, oldest first, at most `limit` per shard. */
export async function unrelayedEvents(
  table: Table,
  now: number,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<EventWithBody[]> {
  return readAll(await dueItems(table, "EVT", now, limit), eventFrom, onUnreadable);
}

/** Reads events by their ids, newest first, without expired ones. `now` in ms. */
export async function getEvents(
  table: Table,
  ids: readonly string[],
  now: number,
): Promise<EventRecord[]> {
  const items = await getItems(table, ids.toSorted().reverse().map(eventKey));
  return items.filter((item) => isKept(item, now)).map(recordFrom);
}

/** Events with their bodies by their ids, without expired ones. `now` in ms. */
export async function getEventsWithBodies(
  table: Table,
  ids: readonly string[],
  now: number,
  onUnreadable?: OnUnreadable,
): Promise<EventWithBody[]> {
  const items = await getItems(table, ids.map(eventKey));
  return readAll(
    items.filter((item) => isKept(item, now)),
    eventFrom,
    onUnreadable,
  );
}

export interface EventFilter {
  readonly accountId: string;
  readonly mode: Mode;
  /** Events of one app or of all the account's `apps`, each with those of the account itself. */
  readonly of: { readonly appId: number } | { readonly apps: readonly number[] };
  readonly type?: string | undefined;
}

/** Events of the last 30 days with their bodies, newest first. `now` in ms. */
export function listEvents(
  table: Table,
  { accountId, mode, of, type }: EventFilter,
  page: PageRequest,
  now: number,
): Promise<Page<EventWithBody>> {
  const lists = [null, ...("appId" in of ? [of.appId] : of.apps)];
  return listPage(
    table,
    {
      index: "gsi2",
      partitions: lists.map((appId) => eventList(accountId, appId, mode)),
      from: idFloor("evt_", Math.max(0, now - LISTED_MS)),
      to: idFloor("evt_", MAX_TIME),
      filter: type === undefined ? undefined : { attribute: "type", equals: type },
      bindTo: ["events", accountId, mode, "appId" in of ? of.appId : null, type],
    },
    page,
    async (keys) =>
      (await getItems(table, keys)).filter((item) => isKept(item, now)).map(eventFrom),
  );
}

/** Where an event is stored with its body. */
export function eventKey(id: string): ItemKey {
  return { pk: `EVT#${id}`, sk: "EVT" };
}

/** The body of a stored event, byte for byte as it was signed. */
export function bodyOf({ body }: Item): string {
  return unpackText(body);
}

function eventFrom(item: Item): EventWithBody {
  return { ...recordOf(item), body: bodyOf(item) };
}

function recordFrom(item: Item): EventRecord {
  const { body: _, ...record } = eventFrom(item);
  return record;
}

function isKept({ ttl }: Item, now: number): boolean {
  return Number(ttl) * 1000 > now;
}

const recordOf = shapeOf<EventRecord>("event", {
  id: "text",
  accountId: "text",
  appId: "number or null",
  livemode: "flag",
  type: "text",
  sequence: "number",
  createdAt: "number",
  objectId: "text",
});
