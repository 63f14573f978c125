import { credits, insight } from "virtual:endpoints";
import { lazy, Suspense } from "react";
import { useInReview } from "../../data/checkouts.ts";
import { formatCount, formatMoney } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApi } from "../../query.ts";
import { Page, Section } from "../../ui/page.tsx";
import { ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Figure } from "./figure.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { LatestErrors } from "./latest-errors.tsx";
import { ProviderTable } from "./provider-table.tsx";

const DayCharts = lazy(() =>
  import("./day-charts.tsx").then(({ DayCharts }) => ({ default: DayCharts })),
);

/** Today at a glance, and how the last thirty days went. */
export function OverviewView() {
  const livemode = useLivemode();
  const stats = useApi(
    insight.readStats,
    { query: { livemode: livemode ? "true" : "false" } },
    { refetchEveryMs: 30_000 },
  );
  const balance = useApi(credits.readCredits, {}, { refetchEveryMs: 30_000 });
  const inReview = useInReview();
  const today = stats.data?.days.at(-1);
  const amounts = Object.entries(today?.amounts ?? {});
  return (
    <Page title="Overview" lead="Days begin at midnight UTC.">
      {stats.error && !stats.data ? (
        <ProblemPanel error={stats.error} retry={() => void stats.refetch()} />
      ) : (
        <>
          <FirstSteps />
          <div className="mb-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
            <Figure
              name="Verified today"
              value={
                today &&
                (amounts.length === 0
                  ? formatMoney(0, "ETB")
                  : amounts.map(([currency, sum]) => formatMoney(sum, currency)).join(" + "))
              }
            />
            <Figure
              name="Payments today"
              value={today && formatCount(today.verified)}
              note={today && `of ${formatCount(today.created)} checkouts`}
            />
            <Figure
              name="In review"
              value={inReview?.shown}
              to={{ to: "/checkouts", search: { status: "review" } }}
              link="Decide about them"
            />
            <Figure
              name="Credits left"
              value={balance.data && formatCount(balance.data.available)}
              {...(balance.data?.price && { to: { to: "/credits" }, link: "Buy credits" })}
            />
          </div>
          <div className="grid gap-x-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Section title="Last 30 days">
              {stats.data ? (
                <Suspense fallback={<Skeleton />}>
                  <DayCharts days={stats.data.days} />
                </Suspense>
              ) : (
                <Skeleton lines={6} />
              )}
            </Section>
            <div>
              <Section title="By bank" lead="Of the last 30 days" flush>
                {stats.data ? <ProviderTable days={stats.data.days} /> : <Skeleton />}
              </Section>
              <LatestErrors />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}
