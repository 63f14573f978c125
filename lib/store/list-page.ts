import { QueryCommand } from "../cloud/dynamodb.ts";
import { cursorsFor, hasAged, MAX_QUERIES, type Page, type PageRequest } from "./cursor.ts";
import type { ItemKey } from "./get-items.ts";
import type { IndexName } from "./table.ts";
import type { Item, Table } from "./transact.ts";

/** Partitions of an index, or of the table, that are read as one list, by id. */
export interface Partitions {
  /** null for the table, whose sort key is then the id. */
  readonly index: Exclude<IndexName, "due" | "gsi1"> | null;
  /** Any number: an account's lists have one for each app. */
  readonly partitions: readonly string[];
  /** Smallest id, included. */
  readonly from: string;
  /** Largest id, included. */
  readonly to: string;
  /** On attributes that the index copies (`LIST_ATTRIBUTES`), or on any of the table. */
  readonly filter?: { readonly attribute: string; readonly equals: unknown } | undefined;
  readonly order: "newest first" | "oldest first";
  /** Additional parts of the list: read if it is newest first and begins with a mark. */
  readonly parts?: Parts | undefined;
}

/** The other partitions of a list of the table that may be spread. */
export interface Parts {
  readonly partitions: readonly string[];
  /** `entity` of the row that says that these partitions exist. It is no row of the list. */
  readonly mark: string;
}

/** Where a row is in a list: the key of its item, and the id that the list is sorted by. */
export interface Place extends ItemKey {
  readonly id: string;
  /** The list's mark was read before: its parts belong to it. */
  readonly isSpread?: true;
}

/** A row of a list. */
export interface Row extends Place {
  /** The whole item in a list of the table, else what the index copies. */
  readonly item: Item;
}

/** The next rows of a list. */
interface Round {
  readonly places: readonly Row[];
  /** The list has been read up to here; null at its end. */
  readonly end: Place | null;
}

/** Queries in flight. An account may have hundreds of apps. */
const AT_ONCE = 16;

/**
 * Reads several partitions as one list, from the row after `after` on; null for its beginning.
 *
 * @returns reads the next rows, `limit` at most, with one query at most for each partition. It keeps what it has read of
 * a partition beyond them, and asks only partitions that may hold one of the next rows. Where a filter drops rows, or
 * a partition's rows lie close together, there may be fewer than `limit`.
 */
export function mergedRows(
  table: Table,
  list: Partitions,
  after: Place | null,
): (limit: number) => Promise<Round> {
  const toRead = (partition: string) => ({ partition, readTo: after, isDone: false });
  const others = list.parts?.partitions ?? [];
  const parts = [...list.partitions, ...(after?.isSpread ? others : [])].map(toRead);
  let isSpread = after?.isSpread;
  let known: readonly Row[] = [];
  const isBefore = (a: Place, b: Place) =>
    list.order === "newest first" ? a.id > b.id : a.id < b.id;
  const withMark = <P extends Place>(place: P): P => (isSpread ? { ...place, isSpread } : place);
  return async (limit) => {
    const last = known[limit - 1];
    const asked = parts.filter(
      ({ isDone, readTo }) =>
        !isDone && (last === undefined || readTo === null || isBefore(readTo, last)),
    );
    const read: Row[] = [];
    while (asked.length > 0) {
      const some = asked.splice(0, AT_ONCE);
      await Promise.all(
        some.map(async (part) => {
          const { places, end } = await readPartition(table, list, part, limit);
          const rows = places.filter(
            ({ item }) => list.parts === undefined || item.entity !== list.parts.mark,
          );
          read.push(...rows);
          part.readTo = end;
          part.isDone = end === null;
          if (rows.length === places.length) return;
          isSpread = true;
          const more = others.map(toRead);
          parts.push(...more);
          asked.push(...more);
        }),
      );
    }
    known = inOrder([...known, ...read], isBefore);
    // Up to this row every partition has been read.
    const bound = parts
      .filter(({ isDone }) => !isDone)
      .map(({ readTo }) => readTo)
      .reduce((a, b) => (a !== null && (b === null || isBefore(a, b)) ? a : b), null);
    const complete = known.filter((place) => bound === null || !isBefore(bound, place)).length;
    const taken = known.slice(0, Math.min(limit, complete));
    known = known.slice(taken.length);
    const places = taken.map(withMark);
    const end = taken.length < complete ? places.at(-1) : bound && withMark(bound);
    return { places, end: end ?? null };
  };
}

/** Each row once: an item that moves between two partitions may be read in both. */
function inOrder(places: readonly Row[], isBefore: (a: Place, b: Place) => boolean): Row[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  return [...byId.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

async function readPartition(
  table: Table,
  { index, from, to, filter, order, parts }: Partitions,
  { partition, readTo }: { readonly partition: string; readonly readTo: Place | null },
  limit: number,
): Promise<Round> {
  const [partitionKey, sortKey] = index === null ? ["pk", "sk"] : [`${index}pk`, `${index}sk`];
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: index ?? undefined,
      KeyConditionExpression: `${partitionKey} = :pk AND ${sortKey} BETWEEN :from AND :to`,
      ...(filter && {
        FilterExpression: `#filter = :filter${parts ? " OR entity = :mark" : ""}`,
        ExpressionAttributeNames: { "#filter": filter.attribute },
      }),
      ExpressionAttributeValues: {
        ":pk": partition,
        ":from": from,
        ":to": to,
        ...(filter && { ":filter": filter.equals }),
        ...(filter && parts && { ":mark": parts.mark }),
      },
      ScanIndexForward: order === "oldest first",
      Limit: limit,
      ...(readTo && { ExclusiveStartKey: startKey(index, partition, readTo) }),
    }),
  );
  const placeOf = (key: Item): Place => ({
    pk: String(key.pk),
    sk: String(key.sk),
    id: String(key[sortKey]),
  });
  return {
    places: Items.map((item) => ({ ...placeOf(item), item })),
    end: LastEvaluatedKey ? placeOf(LastEvaluatedKey) : null,
  };
}

/** Where a query continues. The row may be of another partition: only its sort key matters. */
function startKey(index: string | null, partition: string, { pk, sk, id }: Place): Item {
  if (index === null) return { pk: partition, sk: id };
  return { pk, sk, [`${index}pk`]: partition, [`${index}sk`]: id };
}

/** A list: any number of partitions of an index or of the table, merged; by id, newest first unless it says otherwise. */
export interface List extends Omit<Partitions, "order"> {
  readonly order?: Partitions["order"];
  /** Tenant and filters: a cursor opens only with the same values. */
  readonly bindTo: readonly unknown[];
}

/** Rows per round after the first round has not filled the page. */
const CHUNK = 100;
/**
 * Lambda refuses answers of more than 6,291,556 bytes, JSON escapes included. The API shows a row in at most 1.5 times the
 * bytes of its stored form, and a few kilobytes of its own.
 */
const ENOUGH_BYTES = 3_500_000;

/** Reads what rows stand for, in their order; leaves out what no longer exists. */
type Load<T> = (rows: readonly Row[]) => Promise<readonly T[]>;

/**
 * Reads one page of a list: ids with one query per partition, then the items with `load`.
 *
 * @param keep drops rows by attributes that the index does not copy. If it or the filter drops many, a page
 * takes at most 10 rounds: it may be short and still have a cursor. So may a page of very large rows, for the size of the
 * answer
 * @throws ServiceError `invalid_request` for anything but a cursor of this list
 */
export async function listPage<T extends { readonly id: string }>(
  table: Table,
  list: List,
  page: PageRequest,
  load: Load<T>,
  keep?: (row: T) => boolean,
): Promise<Page<T>> {
  const cursor = placesFor(list.index, cursorsFor(table, list.bindTo, page.internal));
  const data: T[] = [];
  let room = page.internal ? Number.POSITIVE_INFINITY : ENOUGH_BYTES;
  let after = await cursor.open(page.cursor);
  if (hasAged(after?.id, list.from)) return { data: [], nextCursor: null };
  const nextRows = mergedRows(table, { ...list, order: list.order ?? "newest first" }, after);
  for (let round = 0; round < MAX_QUERIES; round++) {
    const wanted = page.limit - data.length;
    // One more than wanted shows whether another page follows.
    const { places, end } = await nextRows(round === 0 ? wanted + 1 : CHUNK);
    const taken = await (keep ? takeKept(places, wanted, load, keep) : take(places, wanted, load));
    const fitting = fittingRows(taken, places, room);
    room = fitting.room;
    data.push(...fitting.rows);
    if (fitting.isMore) {
      const last = fitting.last ?? after;
      return { data, nextCursor: last && (await cursor.seal(last)) };
    }
    if (end === null) return { data, nextCursor: null };
    after = end;
  }
  return { data, nextCursor: after && (await cursor.seal(after)) };
}

interface Taken<T> {
  readonly rows: readonly T[];
  /** More rows follow in the same round. */
  readonly isMore: boolean;
  /** Where the last of `rows` is in the list; undefined if there are none. */
  readonly last: Place | undefined;
}

/** Loads only the rows of the page. */
async function take<T>(places: readonly Row[], wanted: number, load: Load<T>): Promise<Taken<T>> {
  const shown = places.slice(0, wanted);
  return { rows: await load(shown), isMore: places.length > wanted, last: shown.at(-1) };
}

/** Loads all rows, because only the items show which ones to keep. */
async function takeKept<T extends { readonly id: string }>(
  places: readonly Row[],
  wanted: number,
  load: Load<T>,
  keep: (row: T) => boolean,
): Promise<Taken<T>> {
  const kept = (await load(places)).filter(keep);
  const rows = kept.slice(0, wanted);
  const lastId = rows.at(-1)?.id;
  return { rows, isMore: kept.length > wanted, last: places.find(({ id }) => id === lastId) };
}

/** The first rows that fit into `room` bytes of an answer of Lambda, which is JSON within JSON; the first of a page always fits. */
function fittingRows<T extends { readonly id: string }>(
  taken: Taken<T>,
  places: readonly Row[],
  room: number,
): Taken<T> & { readonly room: number } {
  let left = room;
  for (const [index, row] of taken.rows.entries()) {
    left -= Buffer.byteLength(JSON.stringify(JSON.stringify(row)));
    if (left < 0 && !(index === 0 && room === ENOUGH_BYTES)) {
      const rows = taken.rows.slice(0, index);
      const lastId = rows.at(-1)?.id;
      return { rows, isMore: true, last: places.find(({ id }) => id === lastId), room: 0 };
    }
  }
  return { ...taken, room: left };
}

/**
 * Cursors of a list: the key of a row and its id. They name no partition, so that they stay valid while an account's apps
 * come and go.
 */
function placesFor(index: List["index"], { seal, open }: ReturnType<typeof cursorsFor>) {
  const sortKey = index === null ? "sk" : `${index}sk`;
  return {
    seal: ({ pk, sk, id, isSpread }: Place) => seal({ pk, sk, [sortKey]: id, isSpread }),
    /** null for the beginning. */
    open: async (cursor: string | undefined): Promise<Place | null> => {
      if (cursor === undefined) return null;
      const key = await open(cursor);
      // An account's checkouts were listed in gsi3 before their apps' lists were merged.
      return {
        pk: String(key.pk),
        sk: String(key.sk),
        id: String(key[sortKey] ?? key.gsi3sk),
        ...(key.isSpread === true ? { isSpread: true } : {}),
      };
    },
  };
}
