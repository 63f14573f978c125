import { credits } from "virtual:endpoints";
import { Coins, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useExport } from "../../data/export.ts";
import { formatCount } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApi, useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ListTable } from "../../ui/table.tsx";
import { Figure } from "../overview/figure.tsx";
import { BuyDialog } from "./buy-dialog.tsx";
import { LEDGER_COLUMNS } from "./ledger-columns.tsx";

const SpentChart = lazy(() =>
  import("./spent-chart.tsx").then(({ SpentChart }) => ({ default: SpentChart })),
);

const LOW = 10;

export function CreditsView() {
  const balance = useApi(credits.readCredits, {}, { refetchEveryMs: 15_000 });
  const ledger = useApiList(credits.listLedger, {});
  const exportLedger = useExport("credits-ledger", credits.listLedger, {});
  const [isBuying, setBuying] = useState(false);
  const livemode = useLivemode();
  const price = balance.data?.price ?? null;
  const left = balance.data?.available;
  return (
    <Page
      title={t("layout.credits")}
      lead={t("credits.aVerifiedCheckoutCosts")}
      actions={
        price && (
          <Button
            look="primary"
            onClick={() => setBuying(true)}
            icon={<Plus aria-hidden className="size-4" />}
          >
            {t("credits.buyCredits")}
          </Button>
        )
      }
    >
      {balance.error && !balance.data ? (
        <ProblemPanel error={balance.error} retry={() => void balance.refetch()} />
      ) : (
        <>
          {left !== undefined && left <= LOW && livemode && (
            <div className="mb-6">
              <Notice kind={left === 0 ? "bad" : "warn"}>
                {left === 0
                  ? t("credits.youHaveNoCredits")
                  : t("credits.onlyLeftWithoutCredits", { left: formatCount(left) })}
              </Notice>
            </div>
          )}
          <div className="mb-6 grid grid-cols-3 narrow:grid-cols-1 gap-3 sm:gap-4">
            <Figure
              name={t("credits.left")}
              value={balance.data && formatCount(balance.data.available)}
            />
            <Figure
              name={t("credits.granted")}
              value={balance.data && formatCount(balance.data.granted)}
            />
            <Figure
              name={t("credits.spent")}
              value={balance.data && formatCount(balance.data.captured)}
            />
          </div>
          <Suspense fallback={<Skeleton />}>
            <SpentChart />
          </Suspense>
          <Section
            title={t("credits.ledger")}
            lead={t("credits.everyChangeOfThe")}
            more={[exportLedger]}
            flush
          >
            <ListTable
              label={t("credits.ledger")}
              list={ledger}
              columns={LEDGER_COLUMNS}
              keyOf={({ id }) => id}
              empty={
                <Empty icon={Coins} title={t("credits.noCreditsYet")}>
                  {price ? t("credits.buyCreditsYouCan") : t("credits.theOperatorOfThis")}
                </Empty>
              }
            />
          </Section>
        </>
      )}
      {isBuying && price && <BuyDialog price={price} onClose={() => setBuying(false)} />}
    </Page>
  );
}
