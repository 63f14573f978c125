import { formatCount, formatMoney } from "../../format.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { type DayStats, mainCurrency } from "./stats.ts";

const dayName = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

export function DayCharts({ days }: { readonly days: readonly DayStats[] }) {
  const currency = mainCurrency(days);
  const money = days.map(({ day, amounts }) => bar(day, amounts[currency] ?? 0));
  const counts = days.map(({ day, verified }) => bar(day, verified));
  return (
    <div className="space-y-8">
      <BarChart
        title="Money verified"
        total={formatMoney(sum(money), currency)}
        bars={money.map((one) => ({ ...one, shown: formatMoney(one.value, currency) }))}
      />
      <BarChart
        title="Payments verified"
        total={formatCount(sum(counts))}
        bars={counts.map((one) => ({ ...one, shown: formatCount(one.value) }))}
      />
    </div>
  );
}

function bar(day: string, value: number) {
  return { label: dayName.format(new Date(`${day}T00:00:00Z`)), value };
}

function sum(bars: readonly { readonly value: number }[]): number {
  return bars.reduce((total, { value }) => total + value, 0);
}
