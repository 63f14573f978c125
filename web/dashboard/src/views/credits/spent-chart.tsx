import { insight } from "virtual:endpoints";
import { formatCount } from "../../format.ts";
import { useApi } from "../../query.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const dayName = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** Each verified payment of live mode spends one credit, so its days are those of the credits. */
export function SpentChart() {
  const stats = useApi(insight.readStats, { query: { livemode: "true" } });
  if (stats.error) return <ProblemNotice error={stats.error} />;
  if (!stats.data) return <Skeleton />;
  const bars = stats.data.days.map(({ day, verified }) => ({
    label: dayName.format(new Date(`${day}T00:00:00Z`)),
    value: verified,
    shown: formatCount(verified),
  }));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  return (
    <BarChart title="Credits spent by day" total={`${formatCount(total)} in 30 days`} bars={bars} />
  );
}
