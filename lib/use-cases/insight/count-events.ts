import * as z from "zod";
import { dayOf } from "../../contract/days.ts";
import { idTime } from "../../domain/ids.ts";
import type { Account } from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { allAccounts, CLOSED_KEPT_MS } from "../../store/accounts.ts";
import { appsOf } from "../../store/apps.ts";
import { spreadEvents } from "../../store/event-lists.ts";
import { bodyOf, type EventRow, eventRowsAfter, isTriggered } from "../../store/events.ts";
import { forEachItem, OutOfTime } from "../../store/recoveries.ts";
import {
  type AppScope,
  beginCounting,
  type Cursors,
  type Increment,
  incrementWrites,
  moveCursorWrite,
  readCursors,
  type StatsScope,
} from "../../store/stats.ts";
import { type Table, transact } from "../../store/transact.ts";
import { collectFailures } from "../accounts/close-account.ts";

/** What is read of a verified checkout. */
export const money = z.object({
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  payments: z.array(z.object({ provider: z.string(), amount: z.int().nullable() })),
  created_at: z.iso.datetime().optional(),
  verified_at: z.iso.datetime().nullish(),
});
const attempt = z.object({ provider: z.string() });

type Counters = Readonly<Record<string, number>>;

/** What events of a type add to the statistics of their day. */
type Rule =
  | { readonly counters: Counters }
  /** By the object that the event is about. */
  | { readonly countersOf: (object: unknown) => Counters };

/** The event types that are counted. */
const RULES: Readonly<Partial<Record<string, Rule>>> = {
  "checkout.created": { counters: { created: 1 } },
  "checkout.review": { counters: { review: 1 } },
  "checkout.expired": { counters: { expired: 1 } },
  "checkout.canceled": { counters: { canceled: 1 } },
  "checkout.rejected": { counters: { rejected: 1 } },
  "checkout.verified": { countersOf: ofVerified },
  "checkout.attempt_failed": {
    countersOf: (object) => ({
      failed_attempts: 1,
      [`failed ${attempt.parse(object).provider}`]: 1,
    }),
  },
};

/** Whether events of a type are counted. */
export function isCounted(type: string): boolean {
  return Object.hasOwn(RULES, type);
}

/**
 * What an event of a counted type adds to its day.
 *
 * @param body called only where the counters need it
 * @throws Error if the type is not counted or the body does not match it
 */
export function countersOf(type: string, body: () => string): Counters {
  const rule = RULES[type];
  if (rule === undefined) throw new Error("Events of this type are not counted.");
  if ("counters" in rule) return rule.counters;
  const { data } = JSON.parse(body()) as { readonly data: { readonly object: unknown } };
  return rule.countersOf(data.object);
}

function ofVerified(object: unknown): Counters {
  const verified = money.parse(object);
  const { currency, payments } = verified;
  const [first] = payments;
  const counted = {
    verified: 1,
    [`amount ${currency}`]: receivedBy(verified),
    verify_seconds: secondsOf(verified),
  };
  return first === undefined ? counted : { ...counted, [`verified ${first.provider}`]: 1 };
}

/** The money that a verified checkout has received, as far as its event says it. */
export function receivedBy({
  amount,
  amount_received: received,
  payments,
}: Pick<z.output<typeof money>, "amount" | "amount_received" | "payments">): number {
  // A person has found what no receipt shows.
  const isKnown = payments.every((payment) => payment.amount !== null);
  return isKnown ? received : Math.max(received, amount);
}

/** Whole seconds from creation to verification. */
function secondsOf({ created_at, verified_at }: z.output<typeof money>): number {
  if (!created_at || !verified_at) return 0;
  return Math.max(0, Math.round((Date.parse(verified_at) - Date.parse(created_at)) / 1000));
}

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
  { start, byApp, spread }: Cursors,
  now: number,
  { steps, until }: Effort,
): Promise<void> {
  const listed = { ...app, isSpread: spread.has(app.appId) };
  let cursor = byApp.get(app.appId) ?? null;
  for (let step = 0; step < steps && performance.now() < until; step++) {
    const page = await eventRowsAfter(table, listed, cursor ?? start, now - LATE_MS, STEP);
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

/**
 * What events that follow the cursors add to their days, newer ones too; at most 4 × 500 events of each app. `until` is the time
 * (ms) of the last event of an app that has more; null if all were read.
 */
export async function uncountedIncrements(
  table: Table,
  scope: StatsScope,
  appIds: readonly number[],
  { start, byApp, spread }: Cursors,
): Promise<{ readonly increments: readonly Increment[]; readonly until: number | null }> {
  const increments: Increment[] = [];
  const ends: number[] = [];
  await forEachApp(appIds, async (appId) => {
    const app = { ...scope, appId, isSpread: spread.has(appId) };
    let after = byApp.get(appId) ?? start;
    for (let page = 0; page < UNCOUNTED_PAGES; page++) {
      const { rows, isMore } = await eventRowsAfter(table, app, after, null, STEP);
      increments.push(...incrementsOf(app, rows));
      after = rows.at(-1)?.id ?? after;
      if (!isMore) return;
    }
    ends.push(idTime(after) ?? 0);
  });
  return { increments, until: ends.length === 0 ? null : Math.min(...ends) };
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

/** What events add to the counts of their days. An event that cannot be read is logged and left out. */
export function incrementsOf(app: AppScope, rows: readonly EventRow[]): readonly Increment[] {
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

/**
 * Counts the events of all apps, also of deleted ones, in the statistics, whether anyone reads these or not: events expire.
 * 20 accounts at the same time take at most half of the remaining time, so that large ones do not block the others.
 *
 * @param until `performance.now()` at which to stop; the next run continues
 * @throws the first failure, after the other accounts
 */
export async function countAllEvents(now: number, until: number): Promise<void> {
  const failures = collectFailures();
  try {
    await forEachItem(allAccounts(table(), failures.unreadable), until, async (account) => {
      // Else a count could be written after the deletion of the account's statistics.
      if (isDeleted(account, now)) return;
      const at = performance.now();
      const effort = { steps: Number.POSITIVE_INFINITY, until: at + (until - at) / 2 };
      await failures.during(account.id, () => countAccount(account.id, now, effort));
    });
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
  failures.raise();
}

async function countAccount(accountId: string, now: number, effort: Effort): Promise<void> {
  const apps = await appsOf(table(), accountId);
  // An app that is younger than the others' marks.
  if (apps.some(({ isSpread }) => isSpread)) await spreadEvents(table(), accountId, apps, now);
  const appIds = apps.map(({ appId }) => appId);
  for (const mode of ["live", "test"] as const) {
    await countEvents(table(), { accountId, mode }, appIds, now, effort);
  }
}

function isDeleted({ closedAt }: Account, now: number): boolean {
  return closedAt !== null && closedAt + CLOSED_KEPT_MS <= now;
}
