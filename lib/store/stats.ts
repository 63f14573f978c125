import { PutCommand, paginateQuery, QueryCommand } from "../cloud/dynamodb.ts";
import type { Mode } from "../domain/checkout.ts";
import { idFloor } from "../domain/ids.ts";
import { shapeOf } from "./shape.ts";
import { type Item, type Table, unlessRefused, type Write } from "./transact.ts";

/** Whose statistics. */
export interface StatsScope {
  readonly accountId: string;
  readonly mode: Mode;
}

/** Statistics of one app. */
export interface AppScope extends StatsScope {
  readonly appId: number;
}

/** Up to where the events of an account's apps are counted. */
export interface Cursors {
  /** Id after which the events of an app without a cursor begin; fixed when counting began. */
  readonly start: string;
  /** Id of the last counted event, by app. */
  readonly byApp: ReadonlyMap<number, string>;
  /** Apps whose live events are spread over the parts of their lists. */
  readonly spread: ReadonlySet<number>;
}

/** Sorts after every day. */
const START = "CURSOR";
const PREFIX = `${START}#`;
/** A deployment takes less, so events after it are no longer counted by the release before. */
const UPGRADE_MS = 15 * 60_000;

/** Reads the cursors, strongly consistent; null where no event was ever counted from the lists. */
export async function readCursors(table: Table, scope: StatsScope): Promise<Cursors | null> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :cursor)",
        ExpressionAttributeValues: { ":pk": partitionOf(scope), ":cursor": START },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    items.push(...Items);
    from = LastEvaluatedKey;
  } while (from !== undefined);
  const start = items.find(({ sk }) => sk === START);
  if (start === undefined) return null;
  const cursors = items.filter((item) => item !== start).map(cursorFrom);
  const { countedTo, spread } = startFrom(start);
  return {
    start: countedTo,
    spread: spread ?? new Set(),
    byApp: new Map(cursors.map(({ appId, countedTo }) => [appId, countedTo])),
  };
}

/**
 * Fixes where counting begins, unless it has begun. Where days are counted without any cursor, an earlier release counted
 * events when it relayed them: counting begins in 15 minutes, so that no event counts twice. Elsewhere it begins with the
 * first event. `now` in ms.
 */
export async function beginCounting(table: Table, scope: StatsScope, now: number): Promise<void> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk < :cursor",
      ExpressionAttributeValues: { ":pk": partitionOf(scope), ":cursor": START },
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  const Item = {
    pk: partitionOf(scope),
    sk: START,
    entity: "stats_start",
    countedTo: idFloor("evt_", Items.length > 0 ? now + UPGRADE_MS : 0),
  };
  // No day is counted before this item exists, so a concurrent call that finds one is refused here.
  const put = { TableName: table.name, Item, ConditionExpression: "attribute_not_exists(pk)" };
  await unlessRefused(table.client.send(new PutCommand(put)));
}

/** Notes that an app's events are spread. Refused (label `cursor`) if counting has not begun. */
export function spreadMarkWrite({ accountId, mode, appId }: AppScope): Write {
  return {
    label: "cursor",
    update: {
      Key: { pk: partitionOf({ accountId, mode }), sk: START },
      UpdateExpression: "ADD spread :app",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":app": new Set([appId]) },
    },
  };
}

/** Moves an app's cursor from `from` (null for its first) to the event `to`; refused (label `cursor`) if it has moved. */
export function moveCursorWrite(
  { accountId, mode, appId }: AppScope,
  from: string | null,
  to: string,
): Write {
  return {
    label: "cursor",
    put: {
      Item: {
        pk: partitionOf({ accountId, mode }),
        sk: PREFIX + String(appId).padStart(16, "0"),
        entity: "stats_cursor",
        appId,
        countedTo: to,
      },
      ...(from === null
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "countedTo = :from",
            ExpressionAttributeValues: { ":from": from },
          }),
    },
  };
}

/** Partition of an account's daily counts and cursors of a mode. */
export function partitionOf({ accountId, mode }: StatsScope): string {
  return `STA#${accountId}#${mode}`;
}

const cursorFrom = shapeOf<{ readonly appId: number; readonly countedTo: string }>(
  "statistics cursor",
  { appId: "number", countedTo: "text" },
);
const startFrom = shapeOf<{
  readonly countedTo: string;
  readonly spread?: ReadonlySet<number>;
}>("statistics start", { countedTo: "text", spread: "map, if any" });

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

/** The whole items of days to which nothing but these increments was ever added. */
export function countedRows(increments: readonly Increment[]): readonly Item[] {
  const rows = Map.groupBy(increments, (each) => JSON.stringify(rowKey(each)));
  return [...rows.values()].map((ofRow) => {
    const row = ofRow[0] as Increment;
    const counts = [...sumOf(ofRow)].map(([name, value]) => [ROW_PREFIX + name, value]);
    const { day, appId } = row;
    return { ...rowKey(row), entity: "stats", day, appId, ...Object.fromEntries(counts) };
  });
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
