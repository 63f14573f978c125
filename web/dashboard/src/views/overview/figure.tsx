import type { insight } from "virtual:endpoints";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { Answer } from "../../../../../lib/contract/client-types.ts";

/** Characters of a value that would wrap on a phone. */
const LONG_VALUE = 13;

/** A card with one number. */
export function Figure({
  name,
  value,
  note,
  to,
  link,
}: {
  readonly name: string;
  /** Undefined while it loads. */
  readonly value: string | undefined;
  readonly note?: string | undefined;
  readonly to?: LinkProps;
  readonly link?: string;
}) {
  return (
    <div className="card p-4 sm:p-5">
      <p className="text-note text-soft">{name}</p>
      {value === undefined ? (
        <div className="mt-2 h-7 w-24 rounded bg-hover motion-safe:animate-pulse" />
      ) : (
        <p
          className={`mt-1 leading-7 font-semibold tracking-tight break-words tabular-nums sm:leading-8 ${value.length > LONG_VALUE ? "text-base sm:text-xl" : "text-lg sm:text-2xl"}`}
        >
          {value}
        </p>
      )}
      {note && <p className="mt-1 text-note text-soft">{note}</p>}
      {to && (
        <Link {...to} className="link mt-1 inline-block text-note">
          {link}
        </Link>
      )}
    </div>
  );
}

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
