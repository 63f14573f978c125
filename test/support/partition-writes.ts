import { unmarshall } from "@aws-sdk/util-dynamodb";
import { TABLE } from "../../lib/store/table.ts";

type Item = Readonly<Record<string, unknown>>;
type Marshalled = Parameters<typeof unmarshall>[0];

/** One item before and after a write; undefined where there was none. */
export interface ItemChange {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

interface Key {
  readonly pk: unknown;
  readonly sk: unknown;
}

/** Keys of the items that a write request touches. */
export function writtenKeys(body: Readonly<Record<string, unknown>>): readonly Key[] {
  const batch = Object.values(body.RequestItems ?? {}).flat();
  const operations = (body.TransactItems ??
    (batch.length > 0 ? batch : [{ Any: body }])) as readonly Record<string, Written>[];
  return operations.flatMap((operation) =>
    Object.entries(operation).flatMap(([name, { Key, Item }]) => {
      const { pk, sk } = Key ?? Item ?? {};
      return name === "ConditionCheck" || pk === undefined ? [] : [{ pk, sk }];
    }),
  );
}

interface Written {
  readonly Key?: Key;
  readonly Item?: Key;
}

/** Pairs the items of two batch reads by their keys. */
export function changesOf(
  keys: readonly Key[],
  before: readonly Marshalled[],
  after: readonly Marshalled[],
): readonly ItemChange[] {
  const find = (items: readonly Marshalled[], key: Key) => {
    const found = items.find((item) => nameOf(item as unknown as Key) === nameOf(key));
    return found && unmarshall(found);
  };
  return keys.map((key) => ({ before: find(before, key), after: find(after, key) }));
}

function nameOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}

/**
 * Writes by partition key, of the table (`table`) and of its indexes, as DynamoDB makes them: an index
 * takes one write for a new or removed row and for a change of what it copies, and two where the row moves.
 */
export function partitionWrites(changes: readonly ItemChange[]): ReadonlyMap<string, number> {
  const writes = new Map<string, number>();
  const add = (where: string, partition: unknown) => {
    const name = `${where} ${String(partition)}`;
    writes.set(name, (writes.get(name) ?? 0) + 1);
  };
  for (const { before, after } of changes) {
    add("table", (after ?? before)?.pk);
    for (const index of TABLE.indexes) {
      const copied = index.projection.NonKeyAttributes ?? [];
      const row = (item: Item | undefined) => {
        if (item?.[index.partitionKey] === undefined) return null;
        const place = [item[index.partitionKey], item[index.sortKey]];
        const isWhole = index.projection.ProjectionType === "ALL";
        const content = isWhole ? Object.entries(item).sort() : copied.map((name) => item[name]);
        return { partition: place[0], place: JSON.stringify(place), text: JSON.stringify(content) };
      };
      const [old, now] = [row(before), row(after)];
      const moved = old?.place !== now?.place;
      if (old && moved) add(index.name, old.partition);
      if (now && (moved || old?.text !== now.text)) add(index.name, now.partition);
    }
  }
  return writes;
}
