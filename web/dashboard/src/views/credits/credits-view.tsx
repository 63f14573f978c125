import { credits } from "virtual:endpoints";
import { Coins, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { formatCount } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApi, useApiList } from "../../query.ts";
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
  const [isBuying, setBuying] = useState(false);
  const livemode = useLivemode();
  const price = balance.data?.price ?? null;
  const left = balance.data?.available;
  return (
    <Page
      title="Credits"
      lead="One is spent when a checkout is verified, and by nothing else. Test mode spends none."
      actions={
        price && (
          <Button
            look="primary"
            onClick={() => setBuying(true)}
            icon={<Plus aria-hidden className="size-4" />}
          >
            Buy credits
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
                  ? "No credits are left. New checkouts are refused, and payments that were proved wait until you have some."
                  : `Only ${formatCount(left)} left. Without credits, payments wait.`}
              </Notice>
            </div>
          )}
          <div className="mb-6 grid grid-cols-3 gap-3 sm:gap-4">
            <Figure name="Left" value={balance.data && formatCount(balance.data.available)} />
            <Figure name="Granted" value={balance.data && formatCount(balance.data.granted)} />
            <Figure name="Spent" value={balance.data && formatCount(balance.data.captured)} />
          </div>
          <Section>
            <Suspense fallback={<Skeleton />}>
              <SpentChart />
            </Suspense>
          </Section>
          <Section title="Ledger" lead="All that ever changed the balance; it adds up to it." flush>
            <ListTable
              label="Ledger"
              list={ledger}
              columns={LEDGER_COLUMNS}
              keyOf={({ id }) => id}
              empty={
                <Empty icon={Coins} title="No credits yet">
                  {price
                    ? "Buy some, and they can be used as soon as your payment is verified."
                    : "The operator of this service grants them."}
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
