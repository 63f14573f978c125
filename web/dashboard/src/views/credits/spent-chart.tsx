import { insight } from "virtual:endpoints";
import { formatDay } from "../../format.ts";
import { useApi } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice, Skeleton } from "../../ui/problem.tsx";

/** Credits spent by day: each verified payment in live mode spends one. Nothing until one was spent. */
export function SpentChart() {
  const stats = useApi(insight.readStats, { query: { livemode: "true" } });
  if (stats.error) return <ProblemNotice error={stats.error} />;
  if (!stats.data) return <Skeleton />;
  const bars = stats.data.days.map(({ day, verified }) => ({
    label: formatDay(day),
    value: verified,
    shown: formatCount(verified),
  }));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return null;
  return (
    <Section>
      <BarChart
        title={t("credits.creditsSpentPerDay")}
        total={t("credits.inDays", { total: formatCount(total) })}
        bars={bars}
      />
    </Section>
  );
}
