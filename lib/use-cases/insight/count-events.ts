import { dayOf } from "../../contract/days.ts";
import { idTime } from "../../domain/ids.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { type EventRow, eventRowsAfter, isTriggered } from "../../store/event-rows.ts";
import { bodyOf } from "../../store/events.ts";
import { type Increment, incrementWrites } from "../../store/stats.ts";
import {
  type AppScope,
  beginCounting,
  type Cursors,
  moveCursorWrite,
  readCursors,
  type StatsScope,
} from "../../store/stats-cursors.ts";
import { type Table, transact } from "../../store/transact.ts";
import { countersOf, isCounted } from "./counters-of.ts";

/**
 * An event's id is made before its transaction commits, at most a function's time limit (60 s) earlier, and reads lag behind.
 * An event that appeared behind a cursor would never be counted, so cursors stay this far back.
 */
const LATE_MS = 15 * 60_000;
/** Events of one step. */
const STEP = 500;
/** A step's transaction has a write for each day, and a transaction takes 100. */
const STEP_MS = 90 * 86_400_000;
/** Apps that are read at the same time. */
const AT_ONCE = 10;

/** How much work a call does at most. */
export interface Effort {
  /** Of 500 events, for each app. */
  readonly steps: number;
  /** `performance.now()` after which no step starts. */
  readonly until: number;
}

/**
 * Counts the events of apps that are older than 15 minutes in the rows of their days, each event once: a step adds its
 * events and moves the app's cursor in one transaction. What the effort leaves over is for the next call. An event that
 * cannot be read is logged and not counted. `now` in ms.
 *
 * @throws ServiceError `service_unavailable`
 */
export async function countEvents(
  table: Table,
  scope: StatsScope,
  appIds: readonly number[],
  now: number,
  effort: Effort,
): Promise<void> {
  const cursors = await cursorsOf(table, scope, now);
  await forEachApp(appIds, (appId) => countApp(table, { ...scope, appId }, cursors, now, effort));
}

/** The cursors of an account; counting begins with the first call. `now` in ms. */
export async function cursorsOf(table: Table, scope: StatsScope, now: number): Promise<Cursors> {
  const found = await readCursors(table, scope);
  if (found !== null) return found;
  await beginCounting(table, scope, now);
  const begun = await readCursors(table, scope);
  if (begun === null) throw new Error("Counting has begun without a start.");
  return begun;
}

async function countApp(
  table: Table,
  app: AppScope,
  { start, byApp }: Cursors,
  now: number,
  { steps, until }: Effort,
): Promise<void> {
  let cursor = byApp.get(app.appId) ?? null;
  for (let step = 0; step < steps && performance.now() < until; step++) {
    const page = await eventRowsAfter(table, app, cursor ?? start, now - LATE_MS, STEP);
    const rows = ofOneStep(page.rows);
    const last = rows.at(-1);
    if (last === undefined) return;
    const increments = incrementsOf(app, rows);
    const commit = await transact(table, [
      moveCursorWrite(app, cursor, last.id),
      ...incrementWrites(increments),
    ]);
    if (commit.committed) cursor = last.id;
    // Another call has counted them.
    else cursor = (await readCursors(table, app))?.byApp.get(app.appId) ?? null;
    const isLast = !page.isMore && rows.length === page.rows.length;
    if (commit.committed && isLast) return;
  }
}

/** The first rows, of at most 90 days. */
function ofOneStep(rows: readonly EventRow[]): readonly EventRow[] {
  const timeOf = ({ id }: EventRow) => idTime(id) ?? 0;
  const [first] = rows;
  return first ? rows.filter((row) => timeOf(row) < timeOf(first) + STEP_MS) : [];
}

/** What events that follow the cursors add to their days, newer ones too; at most 4 × 500 events of each app. */
export async function uncountedIncrements(
  table: Table,
  scope: StatsScope,
  appIds: readonly number[],
  { start, byApp }: Cursors,
): Promise<readonly Increment[]> {
  const all: Increment[] = [];
  await forEachApp(appIds, async (appId) => {
    const app = { ...scope, appId };
    let after = byApp.get(appId) ?? start;
    for (let page = 0; page < UNCOUNTED_PAGES; page++) {
      const { rows, isMore } = await eventRowsAfter(table, app, after, null, STEP);
      all.push(...incrementsOf(app, rows));
      after = rows.at(-1)?.id ?? after;
      if (!isMore) return;
    }
  });
  return all;
}
const UNCOUNTED_PAGES = 4;

async function forEachApp(
  appIds: readonly number[],
  work: (appId: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < appIds.length; from += AT_ONCE) {
    await Promise.all(appIds.slice(from, from + AT_ONCE).map(work));
  }
}

function incrementsOf(app: AppScope, rows: readonly EventRow[]): readonly Increment[] {
  return rows.flatMap((row) => {
    if (!isCounted(row.type) || isTriggered(row)) return [];
    try {
      const counters = countersOf(row.type, () => bodyOf(row.item));
      return [{ ...app, day: dayOf(createdAtOf(row)), counters }];
    } catch (error) {
      log("error", "event not counted", { event_id: row.id, ...errorFields(error) });
      return [];
    }
  });
}

/** ms; an event is created at its id's time. */
function createdAtOf({ id }: EventRow): number {
  const at = idTime(id);
  if (at === null) throw new Error("An event's id has no time.");
  return at;
}
