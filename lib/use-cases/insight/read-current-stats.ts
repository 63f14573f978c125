import { appIdsOf } from "../../store/apps.ts";
import { Contention } from "../../store/contention.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { readStats, type StatsRange, type StatsRow } from "../../store/stats.ts";
import { type Cursors, readCursors } from "../../store/stats-cursors.ts";
import type { Table } from "../../store/transact.ts";
import { countEvents, cursorsOf, uncountedIncrements } from "./count-events.ts";

/** Of 500 events for each app. `count-events` leaves that many where an app has 5 events a second. */
const STEPS = 20;
/** Leaves most of the request's time to what follows. */
const PATIENCE_MS = 3_000;

/**
 * Reads daily counts: counts what is due, then adds the events after the cursors. Several rows may belong to one day and
 * app. Up to date for an app with fewer than 2,000 events within 15 minutes; others lag by these minutes, and by what
 * one call cannot count. `now` in ms.
 *
 * @throws ServiceError `service_unavailable`
 */
export async function readCurrentStats(
  table: Table,
  range: StatsRange,
  now: number,
): Promise<readonly StatsRow[]> {
  const { accountId, mode, appId } = range;
  const scope = { accountId, mode };
  const appIds = appId === undefined ? await appIdsOf(table, accountId) : [appId];
  const until = performance.now() + PATIENCE_MS;
  await countEvents(table, scope, appIds, now, { steps: STEPS, until });
  const rows = await optimistically(async () => {
    const cursors = await cursorsOf(table, scope, now);
    const uncounted = await uncountedIncrements(table, scope, appIds, cursors);
    const counted = await readStats(table, range);
    // Else an event that was counted in between would be in both, or in none.
    const isSame = areSame(cursors, await readCursors(table, scope));
    return isSame ? [...counted, ...uncounted] : LOST;
  });
  if (rows === LOST) throw new Contention();
  return rows;
}

function areSame(before: Cursors, after: Cursors | null): boolean {
  const { byApp } = after ?? {};
  return (
    before.byApp.size === byApp?.size &&
    [...before.byApp].every(([appId, cursor]) => byApp.get(appId) === cursor)
  );
}
