import type * as z from "zod";
import { addDays } from "../../contract/days.ts";
import type { dayStats } from "../../contract/schemas/insight.ts";
import type { StatsRow } from "../../store/stats.ts";

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
    providers: Object.fromEntries(
      providers.map((id) => [
        id,
        { verified: count(`verified ${id}`), failed: count(`failed ${id}`) },
      ]),
    ),
  };
}

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
