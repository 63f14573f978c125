import { randomBytes } from "node:crypto";
import type { Mode } from "../../../lib/domain/checkout.ts";
import type { EventWithBody } from "../../../lib/domain/event-record.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { eventWrite } from "../../../lib/store/events.ts";
import { readStats } from "../../../lib/store/stats.ts";
import { type Table, transact, type Write } from "../../../lib/store/transact.ts";
import { newEvent } from "../../support/events.ts";

export const MINUTE = 60_000;
export const DAY = 86_400_000;
/** Noon in Addis Ababa. */
export const NOW = Date.UTC(2026, 10, 20, 9);
/** All the work there is, and a single step. */
export const ALL = { steps: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
export const ONE_STEP = { ...ALL, steps: 1 };

export interface Scene {
  readonly accountId: string;
  readonly mode: Mode;
}

export function newScene(mode: Mode = "live"): Scene {
  return { accountId: newId("acc_", NOW, randomBytes(10)), mode };
}

/** What a test says of an event. */
export interface Facts {
  readonly type?: string;
  readonly at?: number;
  readonly appId?: number | null;
  readonly id?: string;
  readonly amount?: number;
}

/** An event of app 1, by default a creation an hour ago. */
export function eventOf(
  { accountId, mode }: Scene,
  { type = "checkout.created", at = NOW - 60 * MINUTE, appId = 1, id, amount }: Facts = {},
): EventWithBody {
  const facts = { accountId, appId, livemode: mode === "live", type, ...(id && { id }) };
  const event = newEvent(facts, at);
  if (amount === undefined) return event;
  const body = JSON.parse(event.body);
  Object.assign(body.data.object, { amount, amount_received: amount });
  return { ...event, body: JSON.stringify(body) };
}

/** Stores events in the outbox and in their lists. */
export async function commit(
  table: Table,
  events: readonly EventWithBody[],
  write: (event: EventWithBody) => Write = eventWrite,
): Promise<void> {
  for (let from = 0; from < events.length; from += 50) {
    await transact(table, events.slice(from, from + 50).map(write));
  }
}

/** What is counted, by day and app. */
export async function counted(table: Table, scene: Scene) {
  const rows = await readStats(table, { ...scene, from: "2026-01-01", to: "2026-12-31" });
  return Object.fromEntries(rows.map(({ day, appId, counters }) => [`${day} ${appId}`, counters]));
}
