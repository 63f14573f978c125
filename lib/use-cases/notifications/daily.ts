import { addDays, dayOf, localInstant } from "../../contract/days.ts";
import type { NotificationFacts } from "../../contract/messages.ts";
import type { NotificationSettings } from "../../domain/notification.ts";
import { now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import { listDaily } from "../../store/notifications.ts";
import { UnreadableItem } from "../../store/shape.ts";
import { readStats, type StatsRow } from "../../store/stats.ts";
import { getMember } from "../../store/users.ts";
import { enqueue } from "./send.ts";

/**
 * The hours in Addis Ababa at which the previous day's summaries are queued; its last event was counted long before. A member
 * gets each once: the later hours repeat a run that failed, or that came a moment before eight.
 */
const HOURS: readonly string[] = ["08", "09", "10"];

/** Queues the summaries of yesterday, if it is an hour for it. @returns how many */
export async function queueDailySummaries(): Promise<number> {
  if (!HOURS.includes(localInstant(now()).slice(11, 13))) return 0;
  const day = addDays(dayOf(now()), -1);
  const all = await listDaily(table(), logUnreadable);
  let queued = 0;
  for (const [accountId, members] of Map.groupBy(all, (settings) => settings.accountId)) {
    try {
      const range = { accountId, mode: "live" as const, from: day, to: day };
      const rows = await readStats(table(), range);
      for (const settings of members) queued += (await queueSummary(settings, day, rows)) ? 1 : 0;
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error;
      logUnreadable(error);
    }
  }
  return queued;
}

async function queueSummary(
  { accountId, userId }: NotificationSettings,
  day: string,
  all: readonly StatsRow[],
): Promise<boolean> {
  const apps = (await getMember(table(), accountId, userId))?.apps ?? null;
  const rows = all.filter(({ appId }) => apps === null || apps.includes(appId));
  const sum = (name: string) =>
    rows.reduce((total, { counters }) => total + (counters[name] ?? 0), 0);
  const count = sum("verified");
  if (count === 0) return false;
  const [first, ...more] = currenciesOf(rows).map((currency) => {
    return { amount: sum(`amount ${currency}`), currency };
  });
  const facts: NotificationFacts = {
    ...{ type: "payments.daily", app_id: null, path: "/", count },
    ...(first ?? { amount: 0, currency: environment().defaultCurrency }),
    ...(more.length > 0 && { more }),
  };
  await enqueue([
    {
      ...{ version: 1, kind: "send", id: `daily#${day}`, account_id: accountId, user_id: userId },
      ...{ facts, failures: 0, not_before: now() },
    },
  ]);
  return true;
}

/** The currencies of the payments that are counted, by name. */
function currenciesOf(rows: readonly StatsRow[]): readonly string[] {
  const names = rows.flatMap(({ counters }) => Object.keys(counters));
  const amounts = names.filter((name) => name.startsWith("amount "));
  return [...new Set(amounts)].toSorted().map((name) => name.slice("amount ".length));
}
