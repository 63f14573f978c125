import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { Mode } from "../domain/mode.ts";
import { type Table, transact } from "./transact.ts";

/** Counters of one day and app, by name; money by `amount {currency}`. */
export interface StatsRow {
  /** UTC, `2026-11-20`. */
  readonly day: string;
  readonly appId: number;
  readonly counters: Readonly<Record<string, number>>;
}

/** What one event adds. */
export interface StatsIncrement {
  readonly eventId: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly day: string;
  readonly appId: number;
  readonly counters: Readonly<Record<string, number>>;
  /** ms; how long the event is remembered as counted goes from here. */
  readonly at: number;
}

/** Longer than a stream or a dead letter can bring an event again. */
const COUNTED_KEPT_SECONDS = 30 * 86_400;
const ROW_PREFIX = "count ";

/**
 * Adds an event to its day, once however often it comes: the mark that it was counted and the counters
 * are one transaction. Returns false for one that was counted before.
 */
export async function countEvent(table: Table, increment: StatsIncrement): Promise<boolean> {
  const { eventId, accountId, mode, day, appId, counters, at } = increment;
  const pk = `STA#${accountId}#${mode}`;
  const names = Object.keys(counters);
  const commit = await transact(table, [
    {
      label: "counted",
      put: {
        Item: {
          pk,
          sk: `seen#${eventId}`,
          entity: "counted",
          ttl: Math.ceil(at / 1000) + COUNTED_KEPT_SECONDS,
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      label: "counters",
      update: {
        Key: { pk, sk: `${day}#${String(appId).padStart(16, "0")}` },
        UpdateExpression: `SET entity = :entity, #day = :day, appId = :app ADD ${names
          .map((_, index) => `#c${index} :c${index}`)
          .join(", ")}`,
        ExpressionAttributeNames: {
          "#day": "day",
          ...Object.fromEntries(names.map((name, index) => [`#c${index}`, ROW_PREFIX + name])),
        },
        ExpressionAttributeValues: {
          ":entity": "stats",
          ":day": day,
          ":app": appId,
          ...Object.fromEntries(names.map((name, index) => [`:c${index}`, counters[name]])),
        },
      },
    },
  ]);
  return commit.committed;
}

/** Rows of the days `from`..`to` (both included), oldest first; of one app if given. */
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
        day: String(item.day),
        appId: Number(item.appId),
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
