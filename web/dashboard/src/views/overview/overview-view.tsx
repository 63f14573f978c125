import { credits, insight } from "virtual:endpoints";
import { lazy, Suspense } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { dayOf } from "../../../../../lib/contract/days.ts";
import { useInReview } from "../../data/checkouts.ts";
import { formatCount, formatMoney } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Page } from "../../ui/page.tsx";
import { ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Figure } from "./figure.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { LatestErrors } from "./latest-errors.tsx";

const Trend = lazy(() => import("./trend.tsx").then(({ Trend }) => ({ default: Trend })));

type Day = Answer<typeof insight.readStats>["days"][number];

/** What needs attention, today at a glance, and how the last weeks went. */
export function OverviewView() {
  const livemode = useLivemode();
  const stats = useApi(
    insight.readStats,
    { query: { livemode: livemode ? "true" : "false", from: dayOf(Date.now()) } },
    { refetchEveryMs: 30_000 },
  );
  // It decides whether the first steps are shown: nothing may move once it can be read.
  const isReading = useApi(credits.readCredits, {}).isPending;
  return (
    <Page title={t("layout.overview")} lead={t("overview.daysBeginAtMidnight")}>
      {stats.error && !stats.data ? (
        <ProblemPanel error={stats.error} retry={() => void stats.refetch()} />
      ) : isReading ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <FirstSteps />
          <LatestErrors />
          <Figures today={stats.data?.days.at(-1)} />
          <Suspense fallback={<Skeleton lines={6} />}>
            <Trend key={livemode ? "live" : "test"} />
          </Suspense>
        </>
      )}
    </Page>
  );
}

function Figures({ today }: { readonly today: Day | undefined }) {
  const balance = useApi(credits.readCredits, {}, { refetchEveryMs: 30_000 });
  const inReview = useInReview();
  const amounts = Object.entries(today?.amounts ?? {});
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 narrow:grid-cols-1 sm:gap-4 lg:grid-cols-4">
      <Figure
        name={t("overview.verifiedToday")}
        value={
          today &&
          (amounts.length === 0
            ? formatMoney(0, "ETB")
            : amounts.map(([currency, sum]) => formatMoney(sum, currency)).join(" + "))
        }
      />
      <Figure
        name={t("overview.paymentsToday")}
        value={today && formatCount(today.verified)}
        note={today && t("overview.ofCheckouts", { count: today.created })}
      />
      <Figure
        name={t("overview.inReview2")}
        value={inReview?.shown}
        to={{ to: "/checkouts", search: { status: "review" } }}
        link={t("overview.review")}
      />
      <Figure
        name={t("overview.creditsLeft")}
        value={balance.data && formatCount(balance.data.available)}
        {...(balance.data?.price && { to: { to: "/credits" }, link: t("credits.buyCredits") })}
      />
    </div>
  );
}
