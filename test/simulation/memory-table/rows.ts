import { TABLE } from "../../../lib/store/table.ts";
import { type Place, SortedRows } from "./sorted-rows.ts";
import type { Item } from "./values.ts";

/** One item before and after a write; null where there was or is none. */
export interface Change {
  readonly before: Item | null;
  readonly after: Item | null;
}

interface Schema {
  readonly name: string | undefined;
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly copied: ReadonlySet<string> | null;
}

const KEYS = ["pk", "sk"];

const SCHEMAS: readonly Schema[] = [
  { name: undefined, partitionKey: "pk", sortKey: "sk", copied: null },
  ...TABLE.indexes.map(({ name, partitionKey, sortKey, projection }) => ({
    name,
    partitionKey,
    sortKey,
    copied:
      projection.ProjectionType === "ALL"
        ? null
        : new Set([
            ...KEYS,
            partitionKey,
            sortKey,
            ...("NonKeyAttributes" in projection ? (projection.NonKeyAttributes ?? []) : []),
          ]),
  })),
];

/** The items of a table and its indexes. Items in here are never changed, only replaced. */
export class Rows {
  readonly items = new Map<string, Item>();
  readonly #partitions = new Map<Schema, Map<string, SortedRows>>(
    SCHEMAS.map((schema) => [schema, new Map()]),
  );

  get(key: Item): Item | null {
    return this.items.get(nameOf(key)) ?? null;
  }

  replace(before: Item | null, after: Item | null): void {
    const key = nameOf((after ?? before) as Item);
    if (after === null) this.items.delete(key);
    else this.items.set(key, after);
    for (const schema of SCHEMAS) this.#move(schema, before, after);
  }

  /** The items of one partition, in the order of reading. */
  *partition(
    schema: Schema,
    partition: string,
    start: Item | undefined,
    isForward: boolean,
  ): Generator<Item> {
    const rows = this.#partitions.get(schema)?.get(partition);
    if (rows === undefined) return;
    const from: Place | null = start ? placeIn(schema, start) : null;
    for (const [, pk, sk] of rows.from(from, isForward)) {
      yield this.items.get(`${pk}\n${sk}`) as Item;
    }
  }

  #move(schema: Schema, before: Item | null, after: Item | null): void {
    const old = before && partitionOf(schema, before);
    const fresh = after && partitionOf(schema, after);
    if (old === fresh && (old === null || before?.[schema.sortKey] === after?.[schema.sortKey])) {
      return;
    }
    const partitions = this.#partitions.get(schema) as Map<string, SortedRows>;
    if (old !== null) partitions.get(old)?.remove(placeIn(schema, before as Item) as Place);
    if (fresh === null) return;
    const rows = partitions.get(fresh) ?? new SortedRows();
    partitions.set(fresh, rows);
    rows.add(placeIn(schema, after as Item) as Place);
  }
}

export function schemaOf(index: string | undefined): Schema {
  const schema = SCHEMAS.find(({ name }) => name === index);
  if (schema === undefined) throw new Error(`There is no index ${index}.`);
  return schema;
}

/** The key of an item as one text. */
export function nameOf({ pk, sk }: Item): string {
  return `${pk as string}\n${sk as string}`;
}

/** Null for an item that is not in the index, because it lacks a part of its key. */
function partitionOf({ partitionKey, sortKey }: Schema, item: Item): string | null {
  const partition = item[partitionKey];
  return typeof partition === "string" && typeof item[sortKey] === "string" ? partition : null;
}

function placeIn(schema: Schema, item: Item): Place | null {
  if (partitionOf(schema, item) === null) return null;
  return [item[schema.sortKey] as string, item.pk as string, item.sk as string];
}

/** The part of an item that the index copies. */
export function projected({ copied }: Schema, item: Item): Item {
  if (copied === null) return item;
  const part: Item = {};
  for (const name in item) if (copied.has(name)) part[name] = item[name];
  return part;
}
