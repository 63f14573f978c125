import { GetCommand, paginateQuery } from "../cloud/dynamodb.ts";
import { type Mode, modeOf } from "../domain/checkout.ts";
import type { EventPlace, EventRecord, EventWithBody } from "../domain/event-record.ts";
import { idFloor, partOfId } from "../domain/ids.ts";
import type { ListedApp } from "./apps.ts";
import type { Page, PageRequest } from "./cursor.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { eventList, eventLists, MARK, MARK_KEY } from "./event-lists.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import { listPage, mergedRows, type Parts } from "./list-page.ts";
import { packText, shapeOf, unpackText } from "./shape.ts";
import type { StatsScope } from "./stats.ts";
import type { Item, Table, Write } from "./transact.ts";

/** Events can be listed for 30 days; they are kept as long as a delivery of them can be retried. */
const LISTED_MS = 30 * 86_400_000;
const KEPT_SECONDS = 90 * 86_400;
const MAX_TIME = 2 ** 48 - 1;

/**
 * Stores an event that the stream hands to the relay. `eventWrites` also puts it in the outbox. Refused (label `event`) if
 * the id is taken.
 */
export function eventWrite(event: EventWithBody): Write {
  return eventPut(event, "event");
}

/**
 * Stores an event that is listed and can be delivered, but is not published: the stream's filter skips it, and it is not in
 * the outbox. Refused as `eventWrite`.
 */
export function unrelayedEventWrite(event: EventWithBody): Write {
  return eventPut(event, "unrelayed_event");
}

function eventPut({ body, ...event }: EventWithBody, entity: "event" | "unrelayed_event"): Write {
  return {
    label: "event",
    put: {
      Item: {
        ...eventKey(event),
        entity,
        ...event,
        body: packText(body),
        ttl: Math.floor(event.createdAt / 1000) + KEPT_SECONDS,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Reads the exact body of an event, strongly consistent; null once it has expired. `now` in ms. */
export async function getEventBody(
  table: Table,
  place: EventPlace,
  now: number,
): Promise<string | null> {
  return (await getEvent(table, place, now))?.body ?? null;
}

/** Reads an event with its body, strongly consistent; null once it has expired. `now` in ms. */
export async function getEvent(
  table: Table,
  place: EventPlace,
  now: number,
): Promise<EventWithBody | null> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: eventKey(place), ConsistentRead: true }),
  );
  return item !== undefined && isKept(item, now) ? eventFrom(item) : null;
}

/** Reads events, newest first, without expired ones. `now` in ms. */
export async function getEvents(
  table: Table,
  places: readonly EventPlace[],
  now: number,
): Promise<EventRecord[]> {
  const keys = places.map(eventKey).sort((a, b) => (a.sk < b.sk ? 1 : -1));
  const items = await getItems(table, keys);
  return items.filter((item) => isKept(item, now)).map(recordFrom);
}

/** Reads events with their bodies, without expired ones. `now` in ms. */
export async function getEventsWithBodies(
  table: Table,
  places: readonly EventPlace[],
  now: number,
  onUnreadable?: OnUnreadable,
): Promise<EventWithBody[]> {
  const items = await getItems(table, places.map(eventKey));
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
  readonly of: { readonly appId: number } | { readonly apps: readonly ListedApp[] };
  readonly type?: string | undefined;
}

/** Events of the last 30 days with their bodies, newest first. `now` in ms. */
export function listEvents(
  table: Table,
  { accountId, mode, of, type }: EventFilter,
  page: PageRequest,
  now: number,
): Promise<Page<EventWithBody>> {
  // Whether one app's list is spread, a mark at its beginning says.
  const apps = "appId" in of ? [{ appId: of.appId, isSpread: false }] : of.apps;
  const partitions = apps.flatMap((app) => eventLists(accountId, app, mode));
  return listPage(
    table,
    {
      index: null,
      partitions: [eventList(accountId, null, mode), ...partitions],
      parts: "appId" in of ? partsOf(accountId, of.appId, mode) : undefined,
      from: idFloor("evt_", Math.max(0, now - LISTED_MS)),
      to: "appId" in of ? MARK_KEY : idFloor("evt_", MAX_TIME),
      filter: type === undefined ? undefined : { attribute: "type", equals: type },
      bindTo: ["events", accountId, mode, "appId" in of ? of.appId : null, type],
    },
    page,
    async (rows) => rows.flatMap(({ item }) => (isKept(item, now) ? [eventFrom(item)] : [])),
  );
}

function partsOf(accountId: string, appId: number, mode: Mode): Parts {
  const [, ...others] = eventLists(accountId, { appId, isSpread: true }, mode);
  return { mark: MARK, partitions: others };
}

/** Where an event is stored with its body: in the list of its app, or of its account. */
export function eventKey({ id, accountId, appId, livemode }: EventPlace): ItemKey {
  return { pk: eventList(accountId, appId, modeOf(livemode), partOfId(id)), sk: id };
}

/** The body of a stored event, byte for byte as it was signed. */
export function bodyOf({ body }: Item): string {
  return unpackText(body);
}

/** @throws UnreadableItem */
export function eventFrom(item: Item): EventWithBody {
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
  followUp: "flag, if any",
});

/** A stored event, not checked: an unreadable one must not keep a reader from the others. */
export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly item: Item;
}

const LAST = idFloor("evt_", 2 ** 48 - 1);

/**
 * Reads an app's events, oldest first, eventually consistent, with one query, or one for each part and a few more.
 *
 * @param after id of the event before the first one
 * @param before ms; null for all later ones
 */
export async function eventRowsAfter(
  table: Table,
  { accountId, mode, ...app }: StatsScope & ListedApp,
  after: string,
  before: number | null,
  limit: number,
): Promise<{ readonly rows: readonly EventRow[]; readonly isMore: boolean }> {
  const to = before === null ? LAST : idFloor("evt_", before);
  // DynamoDB refuses an empty range.
  if (after >= to) return { rows: [], isMore: false };
  const partitions = eventLists(accountId, app, mode);
  // Nothing sorts between this id and the next one.
  const range = { index: null, partitions, from: `${after}!`, to, order: "oldest first" } as const;
  const nextRows = mergedRows(table, range, null);
  const rows: EventRow[] = [];
  let isMore = true;
  for (let round = 0; round < partitions.length && isMore && rows.length < limit; round++) {
    const { places, end } = await nextRows(Math.ceil(limit / partitions.length));
    rows.push(...places.map(({ item }) => rowOf(item)));
    isMore = end !== null;
  }
  return { rows, isMore };
}

/** As `unrelayedEventWrite`, for an example that a user has triggered: statistics leave it out. */
export function triggeredEventWrite(event: EventWithBody): Write {
  const write = unrelayedEventWrite(event);
  return { ...write, put: { ...write.put, Item: { ...write.put?.Item, triggered: true } } };
}

/** Whether a user has triggered this event, so that nothing of it has happened. */
export function isTriggered({ item }: EventRow): boolean {
  return item.triggered === true;
}

/**
 * Reads all events of a partition and some types between two ids, oldest first, by pages of 1 MB, eventually consistent unless
 * `ConsistentRead` is true.
 */
export async function* eventRowsBetween(
  table: Table,
  partition: string,
  types: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
  { ConsistentRead = false } = {},
): AsyncGenerator<readonly EventRow[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      ConsistentRead,
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      FilterExpression: `#type IN (${types.map((_, index) => `:t${index}`).join(", ")})`,
      ExpressionAttributeNames: { "#type": "type" },
      ExpressionAttributeValues: {
        ":pk": partition,
        ":from": from,
        ":to": to,
        ...Object.fromEntries(types.map((type, index) => [`:t${index}`, type])),
      },
    },
  );
  for await (const { Items = [] } of pages) yield Items.map(rowOf);
}

function rowOf(item: Item): EventRow {
  return { id: String(item.sk), type: String(item.type), item };
}
