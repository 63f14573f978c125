import { credits } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { Coins, Plus } from "lucide-react";
import { type FormEvent, lazy, Suspense, useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { useExport } from "../../data/export.ts";
import { digitsOf } from "../../digits.ts";
import { formatMoney, shorten } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useMay } from "../../may.ts";
import { useAction, useApi, useApiList } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { Empty, Notice, ProblemNotice, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { Figure } from "../overview/figure.tsx";
import { LEDGER_KINDS, ledgerSource } from "./ledger-words.ts";

/** Buys credits: the user pays a checkout of the operator's own account. */
export function BuyDialog({
  price,
  onClose,
}: {
  /** Price of one credit. */
  readonly price: { readonly amount: number; readonly currency: string };
  readonly onClose: () => void;
}) {
  const [amount, setAmount] = useState("500");
  const buy = useAction(credits.purchaseCredits);
  const wanted = Number(amount);
  const isValid = Number.isInteger(wanted) && wanted >= 1 && wanted <= 1_000_000;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) buy.mutate({ body: { credits: wanted } });
  };
  return (
    <Dialog title={t("credits.buyCredits")} onClose={onClose}>
      {buy.data ? (
        <>
          <Notice kind="good">
            {t("credits.creditsForYouGet", {
              count: buy.data.credits,
              currency: formatMoney(buy.data.amount, buy.data.currency),
            })}
          </Notice>
          <Actions>
            <Button onClick={onClose}>{t("credits.later")}</Button>
            <a
              href={buy.data.checkout.pay_url}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ look: "primary" })}
            >
              {t("credits.payNow")}
            </a>
          </Actions>
        </>
      ) : (
        <form onSubmit={submit}>
          <TextField
            label={t("layout.credits")}
            inputMode="numeric"
            value={amount}
            autoFocus
            onChange={(event) => setAmount(digitsOf(event.target.value))}
            hint={t("credits.eachInTotalBy", {
              currency: formatMoney(price.amount, price.currency),
              currency2: formatMoney(isValid ? wanted * price.amount : 0, price.currency),
            })}
            error={isValid ? fieldError(buy.error, "credits") : t("credits.enterANumberFrom")}
          />
          <ProblemNotice error={buy.error} shown={["credits"]} />
          <Actions>
            <Button onClick={onClose}>{t("account.cancel")}</Button>
            <Button type="submit" look="primary" busy={buy.isPending} disabled={!isValid}>
              {t("credits.continue")}
            </Button>
          </Actions>
        </form>
      )}
    </Dialog>
  );
}

type Entry = Answer<typeof credits.listLedger>["data"][number];

export const LEDGER_COLUMNS: readonly Column<Entry>[] = [
  {
    header: t("account.action"),
    cell: (entry) => (
      <>
        <span className="font-medium">{LEDGER_KINDS[entry.kind]}</span>
        <span className="block text-note wrap-anywhere text-soft">
          <Source source={entry.source} />
          {entry.note && ` · ${entry.note}`}
        </span>
      </>
    ),
  },
  {
    header: t("layout.credits"),
    align: "right",
    cell: ({ credits }) => (
      <span className={`tabular-nums ${credits > 0 ? "text-good" : ""}`}>
        {credits > 0 ? "+" : "−"}
        {formatCount(Math.abs(credits))}
      </span>
    ),
  },
  {
    header: t("account.time"),
    align: "right",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
];

function Source({ source }: { readonly source: string }) {
  if (!source.startsWith("co_")) return <>{ledgerSource(source)}</>;
  return (
    <Link to="/checkouts/$checkoutId" params={{ checkoutId: source }} className="link">
      {t("credits.checkout", { source: shorten(source) })}
    </Link>
  );
}

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
  const mayBuy = useMay("credits.buy");
  const price = balance.data?.price ?? null;
  const left = balance.data?.available;
  return (
    <Page
      title={t("layout.credits")}
      lead={t("credits.aVerifiedCheckoutCosts")}
      actions={
        mayBuy &&
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
