import { isDeepStrictEqual } from "node:util";
import { dayOf } from "../../contract/days.ts";
import type { Mode } from "../../domain/checkout.ts";
import { idTime } from "../../domain/ids.ts";
import { eventLists } from "../../store/event-lists.ts";
import { type AppScope, countedRows } from "../../store/stats.ts";
import type { Item } from "../../store/transact.ts";
import { incrementsOf } from "../insight/count-events.ts";
import { type CopiedItems, nameOf } from "./copied-items.ts";

/** Events older than that are deleted, and nobody misses them. */
export const EVENT_DAYS_MS = 29 * 86_400_000;

/** Each day's counts are those of its events up to the cursor, as far back as events are kept. */
export function repairStatistics(copy: CopiedItems, now: number): void {
  const events = Map.groupBy(copy.events(), ({ pk }) => String(pk));
  const counted = [...copy.of("stats_cursor"), ...copy.of("stats")];
  for (const [pk, items] of Map.groupBy(counted, (item) => String(item.pk))) {
    const start = copy.get({ pk, sk: "CURSOR" });
    if (start === undefined) {
      // Counting had just begun, and begins anew.
      for (const item of items) copy.remove(item);
      continue;
    }
    const [, accountId = "", mode] = pk.split("#") as [string, string, Mode];
    for (const [appId, ofApp] of Map.groupBy(items, (item) => Number(item.appId))) {
      const app = { accountId, mode, appId };
      // Whether the app's list is spread or not.
      const lists = eventLists(accountId, { appId, isSpread: true }, mode);
      const own = lists.flatMap((list) => events.get(list) ?? []);
      repairCounts(copy, app, String(start.countedTo), ofApp, own, now);
    }
  }
}

/** `items`: the cursor and days of an app; `events`: its events. */
function repairCounts(
  copy: CopiedItems,
  app: AppScope,
  start: string,
  items: readonly Item[],
  events: readonly Item[],
  now: number,
): void {
  const oldest = Math.max(now - EVENT_DAYS_MS, idTime(start) ?? 0);
  const isWhole = ({ day }: Item) => String(day) > dayOf(oldest);
  const cursor = items.find(({ entity }) => entity === "stats_cursor");
  const to = String(cursor?.countedTo ?? "");
  const rows = events
    .map((item) => ({ id: String(item.sk), type: String(item.type), item }))
    .filter(({ id }) => id > start && id <= to);
  const due = countedRows(incrementsOf(app, rows)).filter(isWhole);
  const names = new Set(due.map(nameOf));
  for (const item of items) {
    if (item.entity === "stats" && isWhole(item) && !names.has(nameOf(item))) copy.remove(item);
  }
  for (const row of due) if (!isDeepStrictEqual(copy.get(row), row)) copy.put(row);
}
