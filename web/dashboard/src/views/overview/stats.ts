import type { insight } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";

export type DayStats = Answer<typeof insight.readStats>["days"][number];

/** Adds up verified and failed payments by bank, the bank with the most first. */
export function sumByProvider(days: readonly DayStats[]) {
  const sums = new Map<string, { verified: number; failed: number }>();
  for (const { providers } of days) {
    for (const [provider, { verified, failed }] of Object.entries(providers)) {
      const sum = sums.get(provider) ?? { verified: 0, failed: 0 };
      sums.set(provider, { verified: sum.verified + verified, failed: sum.failed + failed });
    }
  }
  return [...sums]
    .map(([provider, sum]) => ({ provider, ...sum }))
    .toSorted((a, b) => b.verified + b.failed - (a.verified + a.failed));
}

/** The currency that most days have, because a chart shows one. */
export function mainCurrency(days: readonly DayStats[]): string {
  const counts = new Map<string, number>();
  for (const currency of days.flatMap(({ amounts }) => Object.keys(amounts))) {
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "ETB";
}
