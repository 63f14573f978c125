import { MAX_QUERIES, type Page, type PageRequest } from "./cursor.ts";
import { mergedRows, type Partitions, type Place, type Row } from "./merged-rows.ts";
import { cursorsFor } from "./sealed-cursor.ts";
import type { Table } from "./transact.ts";

/** A list: any number of partitions of an index or of the table, merged; by id, newest first unless it says otherwise. */
export interface List extends Omit<Partitions, "order"> {
  readonly order?: Partitions["order"];
  /** Tenant and filters: a cursor opens only with the same values. */
  readonly bindTo: readonly unknown[];
}

/** Rows per round after the first round has not filled the page. */
const CHUNK = 100;

/** Reads what rows stand for, in their order; leaves out what no longer exists. */
type Load<T> = (rows: readonly Row[]) => Promise<readonly T[]>;

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
  const cursor = placesFor(list.index, cursorsFor(table, list.bindTo, page.internal));
  const data: T[] = [];
  let after = page.cursor === undefined ? null : await cursor.open(page.cursor);
  const nextRows = mergedRows(table, { ...list, order: list.order ?? "newest first" }, after);
  for (let round = 0; round < MAX_QUERIES; round++) {
    const wanted = page.limit - data.length;
    // One more than wanted shows whether another page follows.
    const { places, end } = await nextRows(round === 0 ? wanted + 1 : CHUNK);
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

/**
 * Cursors of a list: the key of a row and its id. They name no partition, so that they stay valid while an account's apps
 * come and go.
 */
function placesFor(index: List["index"], { seal, open }: ReturnType<typeof cursorsFor>) {
  const sortKey = index === null ? "sk" : `${index}sk`;
  return {
    seal: ({ pk, sk, id }: Place) => seal({ pk, sk, [sortKey]: id }),
    open: async (cursor: string): Promise<Place> => {
      const key = await open(cursor);
      // An account's checkouts were listed in gsi3 before their apps' lists were merged.
      return {
        pk: String(key.pk),
        sk: String(key.sk),
        id: String(key[sortKey] ?? key.gsi3sk),
      };
    },
  };
}
