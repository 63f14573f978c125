import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import { shapeOf } from "./shape.ts";
import { type AppScope, partitionOf, type StatsScope } from "./stats-cursors.ts";
import type { Table, Write } from "./transact.ts";

/** Counters of one day and app, by name; `amount {currency}` in minor units. */
export interface StatsRow {
  /** Addis Ababa time, `2026-11-20`. */
  readonly day: string;
  readonly appId: number;
  readonly counters: Readonly<Record<string, number>>;
}

/** What one event adds to the counters of its day. */
export type Increment = AppScope & StatsRow;

const ROW_PREFIX = "count ";

/** Adds increments to the counters, one write per day and app. Never refused. */
export function incrementWrites(increments: readonly Increment[]): Write[] {
  const rows = Map.groupBy(increments, (each) => JSON.stringify(rowKey(each)));
  return [...rows.values()].map((ofRow) => incrementWrite(ofRow[0] as Increment, sumOf(ofRow)));
}

function incrementWrite(row: Increment, counters: ReadonlyMap<string, number>): Write {
  const names = [...counters.keys()];
  return {
    label: "counters",
    update: {
      Key: rowKey(row),
      UpdateExpression: `SET entity = :entity, #day = :day, appId = :app ADD ${names
        .map((_, index) => `#c${index} :c${index}`)
        .join(", ")}`,
      ExpressionAttributeNames: {
        "#day": "day",
        ...Object.fromEntries(names.map((name, index) => [`#c${index}`, ROW_PREFIX + name])),
      },
      ExpressionAttributeValues: {
        ":entity": "stats",
        ":day": row.day,
        ":app": row.appId,
        ...Object.fromEntries(names.map((name, index) => [`:c${index}`, counters.get(name)])),
      },
    },
  };
}

function sumOf(increments: readonly Increment[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { counters } of increments) {
    for (const [name, value] of Object.entries(counters)) {
      sums.set(name, (sums.get(name) ?? 0) + value);
    }
  }
  return sums;
}

function rowKey({ day, appId, ...scope }: Increment) {
  return { pk: partitionOf(scope), sk: `${day}#${String(appId).padStart(16, "0")}` };
}

/** Which statistics: those of the days `from` to `to`, both included; of one app if given. */
export interface StatsRange extends StatsScope {
  readonly from: string;
  readonly to: string;
  readonly appId?: number | undefined;
}

/** Reads the counted rows of a range, oldest first, strongly consistent. */
export async function readStats(table: Table, range: StatsRange): Promise<StatsRow[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: {
        ":pk": partitionOf(range),
        ":from": range.from,
        // After every app of the last day.
        ":to": `${range.to}#~`,
      },
      ConsistentRead: true,
    },
  );
  const rows: StatsRow[] = [];
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      if (range.appId !== undefined && item.appId !== range.appId) continue;
      rows.push({
        ...rowFrom(item),
        counters: Object.fromEntries(
          Object.entries(item)
            .filter(([name]) => name.startsWith(ROW_PREFIX))
            .map(([name, value]) => [name.slice(ROW_PREFIX.length), Number(value)]),
        ),
      });
    }
  }
  return rows;
}

const rowFrom = shapeOf<Omit<StatsRow, "counters">>("statistics row", {
  day: "text",
  appId: "number",
});
