import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { MAX_QUERIES, type Page, type PageRequest } from "./cursor.ts";
import type { ItemKey } from "./get-items.ts";
import { cursorsFor } from "./sealed-cursor.ts";
import type { IndexName } from "./table.ts";
import type { Item, Table } from "./transact.ts";

/** A list: one or several partitions of an index, merged; newest first, by id. */
export interface List {
  readonly index: Exclude<IndexName, "due" | "gsi1">;
  /** At least one. */
  readonly partitions: readonly string[];
  /** Smallest id, included. */
  readonly from: string;
  /** Largest id, included. */
  readonly to: string;
  /** On attributes that the index copies (`LIST_ATTRIBUTES`). */
  readonly filter?: { readonly attribute: string; readonly equals: unknown } | undefined;
  /** Tenant and filters: a cursor opens only with the same values. */
  readonly bindTo: readonly unknown[];
}

/** An index row: the key of its item, and the id that the list is sorted by. */
interface Place extends ItemKey {
  readonly id: string;
}

/** Rows per query after the first query has not filled the page. */
const CHUNK = 100;

/** Reads the items of index rows, in the order of the rows; leaves out those that no longer exist. */
type Load<T> = (keys: readonly ItemKey[]) => Promise<readonly T[]>;

/**
 * Reads one page of a list: ids with one query per partition, then the items with `load`.
 *
 * @param keep drops rows by attributes that the index does not copy. Where it or the filter drops many, a page
 * takes 10 rounds at most: it may be short and still have a cursor
 * @throws ServiceError `invalid_request` for anything but a cursor of this list
 */
export async function listPage<T extends { readonly id: string }>(
  table: Table,
  list: List,
  page: PageRequest,
  load: Load<T>,
  keep?: (row: T) => boolean,
): Promise<Page<T>> {
  const cursor = placesFor(list, cursorsFor(table, list.bindTo, page.internal));
  const data: T[] = [];
  let after = page.cursor === undefined ? null : await cursor.open(page.cursor);
  for (let round = 0; round < MAX_QUERIES; round++) {
    const wanted = page.limit - data.length;
    // One more than wanted shows whether another page follows.
    const rows = round === 0 ? wanted + 1 : CHUNK;
    const { places, end } = await readRound(table, list, after, rows);
    const taken = await (keep ? takeKept(places, wanted, load, keep) : take(places, wanted, load));
    data.push(...taken.rows);
    if (taken.isMore) {
      const last = taken.last ?? after;
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
async function take<T>(places: readonly Place[], wanted: number, load: Load<T>): Promise<Taken<T>> {
  const shown = places.slice(0, wanted);
  return { rows: await load(shown), isMore: places.length > wanted, last: shown.at(-1) };
}

/** Loads all rows, because only the items show which ones to keep. */
async function takeKept<T extends { readonly id: string }>(
  places: readonly Place[],
  wanted: number,
  load: Load<T>,
  keep: (row: T) => boolean,
): Promise<Taken<T>> {
  const kept = (await load(places)).filter(keep);
  const rows = kept.slice(0, wanted);
  const lastId = rows.at(-1)?.id;
  return { rows, isMore: kept.length > wanted, last: places.find(({ id }) => id === lastId) };
}

/**
 * Reads the next rows of all partitions, merged. They are complete up to `end` (null at the end of the list);
 * rows of a partition beyond `end` are dropped and read again in the next round.
 */
async function readRound(table: Table, list: List, after: Place | null, limit: number) {
  const parts = await Promise.all(
    list.partitions.map((partition) => readPartition(table, list, partition, after, limit)),
  );
  const ends = parts.map(({ end }) => end).filter((end) => end !== null);
  const end = ends.reduce<Place | null>(
    (first, each) => (first === null || each.id > first.id ? each : first),
    null,
  );
  const places = parts
    .flatMap((part) => part.places)
    .filter(({ id }) => end === null || id >= end.id)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  return { places, end };
}

async function readPartition(
  table: Table,
  { index, from, to, filter }: List,
  partition: string,
  after: Place | null,
  limit: number,
): Promise<{ readonly places: readonly Place[]; readonly end: Place | null }> {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: index,
      KeyConditionExpression: `${index}pk = :pk AND ${index}sk BETWEEN :from AND :to`,
      ...(filter && {
        FilterExpression: "#filter = :filter",
        ExpressionAttributeNames: { "#filter": filter.attribute },
      }),
      ExpressionAttributeValues: {
        ":pk": partition,
        ":from": from,
        ":to": to,
        ...(filter && { ":filter": filter.equals }),
      },
      ScanIndexForward: false,
      Limit: limit,
      ...(after && { ExclusiveStartKey: startKey(index, partition, after) }),
    }),
  );
  const placeOf = (key: Item): Place => ({
    pk: String(key.pk),
    sk: String(key.sk),
    id: String(key[`${index}sk`]),
  });
  return {
    places: Items.map(placeOf),
    end: LastEvaluatedKey ? placeOf(LastEvaluatedKey) : null,
  };
}

/** Where a query continues. The row may be of another partition: only its sort key matters. */
function startKey(index: string, partition: string, { pk, sk, id }: Place): Item {
  return { pk, sk, [`${index}pk`]: partition, [`${index}sk`]: id };
}

/** Cursors of a list; their key names the first partition. */
function placesFor(
  { index, partitions: [partition = ""] }: List,
  { seal, open }: ReturnType<typeof cursorsFor>,
) {
  return {
    seal: (place: Place) => seal(startKey(index, partition, place)),
    open: async (cursor: string): Promise<Place> => {
      const key = await open(cursor);
      return { pk: String(key.pk), sk: String(key.sk), id: String(key[`${index}sk`]) };
    },
  };
}
