// The lists of an account's events. A busy app's are spread over eight partitions, which its readers merge: an event's id
// names its part. Each place where a reader begins has a mark before the first spread event, at no cost for other apps.
import type { Mode } from "../domain/checkout.ts";
import { MAX_PARTS } from "../domain/ids.ts";
import { type App, type ListedApp, spreadAppWrite } from "./apps.ts";
import { beginCounting, spreadMarkWrite } from "./stats.ts";
import { type Table, transact } from "./transact.ts";

/** Deployments take less: after it no function is left that knows one partition only. */
const SPREAD_AFTER_MS = 15 * 60_000;
/** Key of the mark in a list, after every event's id: newest first, a list begins with it. */
export const MARK_KEY = "evt_~";
export const MARK = "spread_events";

/** Partition of a part of an app's events; with `null`, of those of the account itself, which has one part. */
export function eventList(accountId: string, appId: number | null, mode: Mode, part = 0): string {
  const whole = `EVP#${accountId}#${appId ?? "account"}#${mode}`;
  return part === 0 ? whole : `${whole}#${part}`;
}

/** All partitions of an app's events. Those of test mode are never spread. */
export function eventLists(
  accountId: string,
  { appId, isSpread }: ListedApp,
  mode: Mode,
): readonly string[] {
  const parts = isSpread && mode === "live" ? MAX_PARTS : 1;
  return Array.from({ length: parts }, (_, part) => eventList(accountId, appId, mode, part));
}

/** Whether the events of a new checkout of the app are spread at `now` (ms). */
export function isSpreadAt({ spreadFrom }: App, now: number): boolean {
  return spreadFrom !== undefined && spreadFrom <= now;
}

/**
 * Spreads the events of an account's apps: those of live checkouts that are created 15 minutes after `now` (ms) or later,
 * while the account's balance has several shards. Marks each app, the list of its events and their count.
 */
export async function spreadEvents(
  table: Table,
  accountId: string,
  apps: readonly ListedApp[],
  now: number,
): Promise<void> {
  const scope = { accountId, mode: "live" } as const;
  const left = apps.filter(({ isSpread }) => !isSpread);
  if (left.length > 0) await beginCounting(table, scope, now);
  for (const { appId } of left) {
    // Refused if another call has marked the app.
    await transact(table, [
      spreadAppWrite(accountId, appId, now + SPREAD_AFTER_MS),
      {
        label: "event",
        put: { Item: { pk: eventList(accountId, appId, "live"), sk: MARK_KEY, entity: MARK } },
      },
      spreadMarkWrite({ ...scope, appId }),
    ]);
  }
}
