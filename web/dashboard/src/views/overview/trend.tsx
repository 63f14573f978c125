import { insight } from "virtual:endpoints";
import { useState } from "react";
import { addDays, dayOf } from "../../../../../lib/contract/days.ts";
import { client } from "../../client.ts";
import { useApps } from "../../data/apps.tsx";
import { formatDay, formatMoney } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApi } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice, Skeleton } from "../../ui/problem.tsx";
import { type DayStats, mainCurrency, ProviderTable } from "./figure.tsx";

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

const PERIODS = [7, 30, 90] as const;

/** One chart of a period beside the period before, and its banks. Hidden until there is a checkout. */
export function Trend() {
  const livemode = useLivemode();
  const { apps } = useApps();
  const [name, setName] = useState<MeasureName>("money");
  const [length, setLength] = useState<number>(30);
  const [appId, setAppId] = useState<number | undefined>();
  const stats = useApi(
    insight.readStats,
    {
      query: {
        livemode: livemode ? "true" : "false",
        from: addDays(dayOf(Date.now()), 1 - 2 * length),
        ...(appId !== undefined && { app_id: appId }),
      },
    },
    { refetchEveryMs: 60_000, keepsPrevious: true },
  );
  if (stats.error && !stats.data) return <ProblemNotice error={stats.error} />;
  if (!stats.data) return <Skeleton lines={6} />;
  const all = stats.data.days;
  if (appId === undefined && all.every(({ created }) => created === 0)) return null;
  const [before, days] = [all.slice(0, -length), all.slice(-length)];
  return (
    <div className="grid gap-x-6 lg:grid-cols-[minmax(0,2fr)_minmax(min-content,1fr)]">
      <Section>
        <div className="mb-5 grid gap-2 sm:flex sm:flex-wrap">
          <Picker
            label={t("overview.show")}
            value={name}
            options={MEASURES.map((each) => [each, measuresOf(all)[each].name])}
            onChange={(value) => setName(value as MeasureName)}
          />
          <Picker
            label={t("overview.period")}
            value={String(length)}
            options={PERIODS.map((each) => [
              String(each),
              t("overview.lastCountDays", { count: each }),
            ])}
            onChange={(value) => setLength(Number(value))}
          />
          {apps.length > 1 && client.appInUse() === undefined && (
            <Picker
              label={t("apps.app")}
              value={String(appId ?? "")}
              options={[
                ["", t("dataApps.allApps")],
                ...apps.map((app) => [String(app.app_id), app.name] as const),
              ]}
              onChange={(value) => setAppId(value === "" ? undefined : Number(value))}
            />
          )}
        </div>
        <Chart measure={measuresOf(all)[name]} days={days} before={before} />
      </Section>
      <Section
        title={t("overview.byBank")}
        lead={t("overview.lastCountDays", { count: length })}
        flush
      >
        <ProviderTable days={days} />
      </Section>
    </div>
  );
}

function Chart({
  measure,
  days,
  before,
}: {
  readonly measure: Measure;
  readonly days: readonly DayStats[];
  readonly before: readonly DayStats[];
}) {
  const [now, then] = [measure.valueOf(days), measure.valueOf(before)];
  const bars = days.map((day) => {
    const value = measure.valueOf([day]);
    return { label: formatDay(day.day), value: value ?? 0, shown: measure.show(value) };
  });
  const highest = bars.toSorted((a, b) => b.value - a.value)[0];
  return (
    <>
      <p className="text-2xl leading-8 font-semibold tracking-tight tabular-nums narrow:text-xl">
        {measure.show(now)}
      </p>
      <p className="mb-4 text-note text-soft">
        <Change now={now} then={then} isCost={measure.isCost ?? false} />{" "}
        {t("overview.before", { value: measure.show(then) })}
      </p>
      <BarChart
        title={measure.name}
        total={
          highest &&
          highest.value > 0 &&
          t("overview.highest", { value: highest.shown, day: highest.label })
        }
        bars={bars}
      />
    </>
  );
}

/** E.g. `+12 %`, in the color of good news where it is. */
function Change({
  now,
  then,
  isCost,
}: {
  readonly now: number | null;
  readonly then: number | null;
  readonly isCost: boolean;
}) {
  if (now === null || then === null || then === 0) return null;
  const percent = Math.round((now / then - 1) * 100);
  const isGood = percent === 0 || percent > 0 !== isCost;
  return (
    <span className={`font-medium ${isGood ? "text-good" : "text-bad"}`}>
      {percent > 0 ? "+" : percent < 0 ? "−" : "±"}
      {Math.abs(percent)} %
    </span>
  );
}

function Picker({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="input max-w-full sm:!w-auto"
    >
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}
