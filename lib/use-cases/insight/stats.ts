import type * as z from "zod";
import { addDays } from "../../contract/days.ts";
import type { dayStats } from "../../contract/schemas/insight.ts";
import { appIdsOf } from "../../store/apps.ts";
import {
  type Cursors,
  readCursors,
  readStats,
  type StatsRange,
  type StatsRow,
} from "../../store/stats.ts";
import { Contention, LOST, optimistically, type Table } from "../../store/transact.ts";
import { countEvents, cursorsOf, uncountedIncrements } from "./count-events.ts";

/** Of 500 events for each app. `count-events` leaves that many where an app has 5 events a second. */
const STEPS = 20;
/** Leaves most of the request's time to what follows. */
const PATIENCE_MS = 3_000;

interface CurrentStats {
  /** Several may belong to one day and app. */
  readonly rows: readonly StatsRow[];
  /** ms; later events may be missing. Null: all are there. */
  readonly countedUntil: number | null;
}

/**
 * Reads daily counts: counts what is due, then adds the events after the cursors. Up to date for an app with fewer than 2,000
 * events within 15 minutes; others lag by these minutes, and by what one call cannot count. `now` in ms.
 *
 * @throws ServiceError `service_unavailable`
 */
export async function readCurrentStats(
  table: Table,
  range: StatsRange,
  now: number,
): Promise<CurrentStats> {
  const { accountId, mode, appId } = range;
  const scope = { accountId, mode };
  const appIds = appId === undefined ? await appIdsOf(table, accountId) : [appId];
  const until = performance.now() + PATIENCE_MS;
  await countEvents(table, scope, appIds, now, { steps: STEPS, until });
  const current = await optimistically(async () => {
    const cursors = await cursorsOf(table, scope, now);
    const { increments, until: countedUntil } = await uncountedIncrements(
      table,
      scope,
      appIds,
      cursors,
    );
    const counted = await readStats(table, range);
    // Else an event that was counted in between would be in both, or in none.
    const isSame = areSame(cursors, await readCursors(table, scope));
    return isSame ? { rows: [...counted, ...increments], countedUntil } : LOST;
  });
  if (current === LOST) throw new Contention();
  return current;
}

function areSame(before: Cursors, after: Cursors | null): boolean {
  const { byApp } = after ?? {};
  return (
    before.byApp.size === byApp?.size &&
    [...before.byApp].every(([appId, cursor]) => byApp.get(appId) === cursor)
  );
}

type DayStats = z.output<typeof dayStats>;

/** All days from `from` to `to`, both included, with the sums over apps. */
export function presentDays(from: string, to: string, rows: readonly StatsRow[]): DayStats[] {
  const byDay = Map.groupBy(rows, (row) => row.day);
  return daysOf(from, to).map((day) => {
    const sums = new Map<string, number>();
    for (const { counters } of byDay.get(day) ?? []) {
      for (const [name, value] of Object.entries(counters)) {
        sums.set(name, (sums.get(name) ?? 0) + value);
      }
    }
    return presentDay(day, sums);
  });
}

function presentDay(day: string, sums: ReadonlyMap<string, number>): DayStats {
  const count = (name: string) => sums.get(name) ?? 0;
  const named = (kind: string) =>
    [...sums.keys()].flatMap((name) =>
      name.startsWith(`${kind} `) ? [name.slice(kind.length + 1)] : [],
    );
  const by = (id: string) => ({ verified: count(`verified ${id}`), failed: count(`failed ${id}`) });
  const providers = [...new Set([...named("verified"), ...named("failed")])].sort();
  return {
    day,
    created: count("created"),
    verified: count("verified"),
    review: count("review"),
    expired: count("expired"),
    canceled: count("canceled"),
    rejected: count("rejected"),
    failed_attempts: count("failed_attempts"),
    verify_seconds_total: count("verify_seconds"),
    amounts: Object.fromEntries(named("amount").map((code) => [code, count(`amount ${code}`)])),
    providers: Object.fromEntries(providers.map((id) => [id, by(id)])),
  };
}

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
