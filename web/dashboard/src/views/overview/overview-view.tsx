import { apps, books, checkouts, credits, insight, keys, webhooks } from "virtual:endpoints";
import { Link, type LinkProps } from "@tanstack/react-router";
import { Check, ChevronRight } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { dayOf } from "../../../../../lib/contract/days.ts";
import { useApps } from "../../data/apps.tsx";
import { useInReview, useReviews } from "../../data/checkouts.ts";
import { formatMoney } from "../../format.ts";
import { IN_LIVE_MODE, useLivemode } from "../../layout/mode.tsx";
import { useMay } from "../../may.ts";
import { useApi, useApiAll } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { ProblemNotice, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { issueWords } from "../errors/issue-words.ts";
import { Figure } from "./figure.tsx";

/** The steps to a first payment. Hidden once a payment was verified. */
export function FirstSteps() {
  const { apps: known, usualAppId: appId, isKnown, problem } = useApps();
  const balance = useApi(credits.readCredits, {});
  const hasApp = { enabled: appId !== undefined };
  const one = { limit: 1 };
  const methods = useApi(
    apps.listPaymentMethods,
    { params: { app_id: appId ?? 0 }, query: one },
    hasApp,
  );
  const apiKeys = useApi(keys.listApiKeys, { query: one }, hasApp);
  const endpoints = useApi(webhooks.listWebhooks, { query: one }, hasApp);
  const livemode = useLivemode() ? "true" : "false";
  const made = useApi(checkouts.listCheckouts, { query: { ...one, livemode } }, hasApp);
  const isThere = (answer: { data: readonly unknown[] } | string | undefined) =>
    typeof answer === "object" && answer.data.length > 0;
  const app = { to: "/apps/$appId", params: { appId: String(appId) } } as const;
  const steps: readonly { done: boolean; label: string; to: LinkProps }[] = [
    { done: known.length > 0, label: t("apps.createApp"), to: { to: "/apps" } },
    {
      done: isThere(methods.data),
      label: t("overview.addTheAccountThat"),
      to: appId === undefined ? { to: "/apps" } : app,
    },
    { done: isThere(apiKeys.data), label: t("overview.createAnApiKey"), to: { to: "/api-keys" } },
    {
      done: isThere(endpoints.data),
      label: t("overview.addAWebhookEndpoint"),
      to: { to: "/webhooks" },
    },
    {
      done: isThere(made.data),
      label: t("overview.createYourFirstCheckout"),
      to: { to: "/checkouts/new" },
    },
  ];
  const hasVerified = (balance.data?.captured ?? 0) > 0;
  const isReading =
    appId !== undefined &&
    (methods.isPending || apiKeys.isPending || endpoints.isPending || made.isPending);
  if (hasVerified || balance.isPending) return null;
  if (!isKnown || isReading) {
    // Keeps the place, so that what is below does not move.
    return (
      <Section
        title={t("overview.firstSteps")}
        lead={t("overview.fiveStepsToYour")}
        flush={problem !== null}
      >
        {problem ?? <Skeleton lines={steps.length} />}
      </Section>
    );
  }
  if (steps.every(({ done }) => done)) return null;
  return (
    <Section title={t("overview.firstSteps")} lead={t("overview.fiveStepsToYour")}>
      <ol className="space-y-2">
        {steps.map(({ done, label, to }, place) => (
          <li key={label} className="flex items-center gap-3">
            <span
              className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-medium ${done ? "bg-good-soft text-good" : "bg-hover text-soft"}`}
            >
              {done ? <Check aria-hidden className="size-3.5" /> : place + 1}
            </span>
            {done ? (
              <span className="text-soft">
                {label} <span className="sr-only">{t("overview.done")}</span>
              </span>
            ) : (
              <Link {...to} className="link">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const SHOWN = 4;

export function LatestErrors() {
  const errors = useApi(insight.listErrors, {}, { refetchEveryMs: 30_000 });
  const { inReview, error: unreadReviews } = useReviews();
  const seesBooks = useMay("reports");
  const statements = useApiAll(books.listStatements, {}, { enabled: seesBooks });
  const openPoints = (statements.data ?? []).reduce((sum, one) => sum + one.open_points, 0);
  // Don't say that nothing needs attention before everything is loaded.
  const problem = errors.error ?? unreadReviews ?? statements.error;
  const isPending =
    errors.isPending || inReview === undefined || (seesBooks && statements.isPending);
  const groups = errors.data?.data ?? [];
  const waits = inReview !== undefined && inReview.count > 0;
  return (
    <Section title={t("overview.needsAttention")} flush>
      {problem ? (
        <div className="px-gutter sm:px-6 pb-6">
          <ProblemNotice error={problem} />
        </div>
      ) : isPending ? (
        <Skeleton lines={2} />
      ) : groups.length === 0 && !waits && openPoints === 0 ? (
        <p className="px-gutter sm:px-6 pb-6 text-soft">
          {t("overview.nothingNeedsYourAttention")}
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {waits && (
            <Row>
              <Link to="/checkouts" search={{ status: "review" }} className="row-link font-medium">
                {t("overview.inReview", { inReview: inReview.shown })}
              </Link>
              <p className="text-note text-soft">{t("overview.approveOrRejectThese")}</p>
            </Row>
          )}
          {openPoints > 0 && (
            <Row>
              {/* In test mode, the books have no statements. */}
              <Link to="/books" search={IN_LIVE_MODE} className="row-link font-medium">
                {t("overview.booksOpen", { count: openPoints })}
              </Link>
              <p className="text-note text-soft">{t("overview.booksOpenLead")}</p>
            </Row>
          )}
          {groups.slice(0, SHOWN).map((group) => (
            <Row key={group.kind}>
              <Link to="/errors" className="row-link font-medium">
                {issueWords(group).title}
              </Link>{" "}
              <Badge tone="bad">{formatCount(group.count)}</Badge>
              <p className="text-note text-soft">
                <Text id="overview.last" values={{ time: <Time at={group.last_at} /> }} />
              </p>
            </Row>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** One thing to look at; the whole row is its link. */
function Row({ children }: { readonly children: ReactNode }) {
  return (
    <li className="relative flex items-center gap-3 px-gutter py-3 hover:bg-raised sm:px-6">
      <div className="min-w-0 flex-1">{children}</div>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-soft" />
    </li>
  );
}

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
  const mayDevelop = useMay("developers");
  const seesIssues = useMay("issues");
  return (
    <Page title={t("layout.overview")} lead={t("overview.daysBeginAtMidnight")}>
      {stats.error && !stats.data ? (
        <ProblemPanel error={stats.error} retry={() => void stats.refetch()} />
      ) : isReading ? (
        <Skeleton lines={6} />
      ) : (
        <>
          {mayDevelop && <FirstSteps />}
          {seesIssues && <LatestErrors />}
          <Figures today={stats.data?.days.at(-1)} />
          {stats.data?.counted_until && (
            <p role="status" className="mb-6 text-note text-soft">
              <Text
                id="overview.countedUntil"
                values={{ time: <Time at={stats.data.counted_until} /> }}
              />
            </p>
          )}
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
  const mayBuy = useMay("credits.buy");
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
        note={today && t("overview.checkouts", { count: today.created })}
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
        {...(mayBuy &&
          balance.data?.price && { to: { to: "/credits" }, link: t("credits.buyCredits") })}
      />
    </div>
  );
}
