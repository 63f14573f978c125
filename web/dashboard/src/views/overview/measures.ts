import { formatCount, formatMoney } from "../../format.ts";
import { t } from "../../texts/t.ts";
import { type DayStats, mainCurrency } from "./stats.ts";

/** What the chart can show. `valueOf` returns null for days without a value, such as a rate of nothing. */
export interface Measure {
  readonly name: string;
  readonly valueOf: (days: readonly DayStats[]) => number | null;
  readonly show: (value: number | null) => string;
  /** Whether less is better. */
  readonly isCost?: boolean;
}

export const MEASURES = ["money", "payments", "rate", "time"] as const;
export type MeasureName = (typeof MEASURES)[number];

/** The measures of these days; money in the currency that most of them have. */
export function measuresOf(days: readonly DayStats[]): Readonly<Record<MeasureName, Measure>> {
  const currency = mainCurrency(days);
  const sum = (some: readonly DayStats[], read: (day: DayStats) => number) =>
    some.reduce((total, day) => total + read(day), 0);
  const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    money: {
      name: t("overview.moneyVerified"),
      valueOf: (some) => sum(some, ({ amounts }) => amounts[currency] ?? 0),
      show: (value) => formatMoney(value ?? 0, currency),
    },
    payments: {
      name: t("overview.paymentsVerified"),
      valueOf: (some) => sum(some, ({ verified }) => verified),
      show: (value) => formatCount(value ?? 0),
    },
    rate: {
      name: t("overview.successRate"),
      valueOf: (some) =>
        ratio(
          sum(some, ({ verified }) => verified),
          sum(some, (day) => day.verified + day.expired + day.canceled + day.rejected),
        ),
      show: (value) => (value === null ? "–" : `${Math.round(value * 100)} %`),
    },
    time: {
      name: t("overview.timeToVerify"),
      valueOf: (some) => {
        const total = sum(some, ({ verify_seconds_total }) => verify_seconds_total);
        // Days counted before times were have payments and no time.
        return total === 0
          ? null
          : ratio(
              total,
              sum(some, ({ verified }) => verified),
            );
      },
      show: (value) => (value === null ? "–" : spanOf(value)),
      isCost: true,
    },
  };
}

function spanOf(seconds: number): string {
  return seconds < 120
    ? t("overview.seconds", { seconds: Math.round(seconds) })
    : t("overview.minutes", { minutes: Math.round(seconds / 60) });
}
