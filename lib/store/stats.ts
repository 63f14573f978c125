import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { Mode } from "../domain/mode.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** Counters of one day and app, by name; `amount {currency}` in minor units. */
export interface StatsRow {
  /** Addis Ababa time, `2026-11-20`. */
  readonly day: string;
  readonly appId: number;
  readonly counters: Readonly<Record<string, number>>;
}

/** What one event adds to the counters of its day. */
export interface Increment {
  readonly accountId: string;
  readonly mode: Mode;
  /** Addis Ababa time, `2026-11-20`. */
  readonly day: string;
  readonly appId: number;
  readonly counters: Readonly<Record<string, number>>;
}

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

function rowKey({ accountId, mode, day, appId }: Increment) {
  return { pk: `STA#${accountId}#${mode}`, sk: `${day}#${String(appId).padStart(16, "0")}` };
}

/** Rows of the days `from` to `to`, both included, oldest first; of one app if given. */
export async function readStats(
  table: Table,
  range: { accountId: string; mode: Mode; from: string; to: string; appId?: number | undefined },
): Promise<StatsRow[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: {
        ":pk": `STA#${range.accountId}#${range.mode}`,
        ":from": range.from,
        // After every app of the last day.
        ":to": `${range.to}#~`,
      },
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
