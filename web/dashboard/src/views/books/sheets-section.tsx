import { books } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import { useState } from "react";
import { accountNumberText } from "../../../../../lib/contract/providers.ts";
import { AppName, providerName } from "../../data/apps.tsx";
import { formatMoney } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApi } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Money } from "../../ui/cell-text.tsx";
import { Section } from "../../ui/page.tsx";
import { Empty, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { bothCalendars, type Sheet, shownDays } from "./statement.ts";

const PERIODS = ["days", "gregorian", "ethiopian"] as const;
type Period = (typeof PERIODS)[number];

/** A sheet with its period; the first of a period shows it. */
interface Row {
  readonly key: string;
  readonly title: string;
  readonly note: string | null;
  readonly from: string;
  readonly to: string;
  readonly sheet: Sheet;
}

/** The entries behind a sheet: its payments, or those that were rejected or released. */
function searchOf({ from, to, sheet }: Row, kind?: "approved" | "rejected" | "released") {
  return {
    ...{ from, to, app_id: sheet.app_id },
    ...(sheet.provider && { provider: sheet.provider }),
    ...(sheet.account_number && { account_number: sheet.account_number }),
    ...(kind && { kind }),
  };
}

/** The entries that a sheet has, where it has no payments. */
function kindOf({ payments, rejected }: Sheet) {
  if (payments.count > 0) return undefined;
  return rejected.count > 0 ? "rejected" : "released";
}

const COLUMNS: readonly Column<Row>[] = [
  {
    header: t("books.period"),
    cell: (row) => (
      <>
        <Link
          to="/books/entries"
          search={searchOf(row, kindOf(row.sheet))}
          className="row-link font-medium"
        >
          {row.title}
        </Link>
        <span className="block text-note text-soft">
          <SheetAccount sheet={row.sheet} />
        </span>
        {row.note && <span className="block text-note text-soft">{row.note}</span>}
      </>
    ),
  },
  {
    header: t("books.payments"),
    align: "right",
    cell: ({ sheet }) => (
      <>
        <span className="block font-medium">
          <Money amount={sheet.payments.amount} currency={sheet.currency} />
        </span>
        <span className="block text-note text-soft">
          {t("books.paymentCount", { count: sheet.payments.count })}
        </span>
      </>
    ),
  },
  {
    header: t("books.details"),
    from: "md",
    align: "right",
    cell: (row) => <Details row={row} />,
  },
  {
    header: t("books.creditsSpent"),
    from: "lg",
    align: "right",
    cell: ({ sheet }) => formatCount(sheet.credits_spent),
  },
];

function SheetAccount({ sheet: { app_id, provider, account_number } }: { readonly sheet: Sheet }) {
  return (
    <>
      <AppName id={app_id} />
      {provider && ` · ${providerName(provider)}`}{" "}
      {provider && account_number
        ? accountNumberText(provider, account_number)
        : t("books.severalAccounts")}
    </>
  );
}

/** What is unusual about a sheet's payments, with links to those that have a list of their own. */
function Details({ row }: { readonly row: Row }) {
  const { sheet } = row;
  const parts = [
    ["approved", t("books.approved"), sheet.approved],
    [null, t("books.overpaid"), sheet.overpaid],
    [null, t("books.underpaid"), sheet.underpaid],
    ["rejected", t("books.rejected"), sheet.rejected],
    ["released", t("books.released"), sheet.released],
  ] as const;
  const shown = parts.filter(([, , total]) => total.count > 0);
  return shown.map(([kind, name, total]) => (
    <span key={name} className="block text-note text-soft">
      {kind ? (
        <Link to="/books/entries" search={searchOf(row, kind)} className="link relative z-10">
          {name}
        </Link>
      ) : (
        name
      )}
      : {formatCount(total.count)} · {formatMoney(total.amount, sheet.currency)}
    </span>
  ));
}

/** The sheets by day or by month. */
export function SheetsSection() {
  const livemode = useLivemode();
  const [period, setPeriod] = useState<Period>("days");
  const mode = livemode ? "true" : "false";
  const isDays = period === "days";
  const days = useApi(books.listBookDays, { query: { livemode: mode } }, { enabled: isDays });
  const months = useApi(
    books.listBookMonths,
    { query: { livemode: mode, ...(period !== "days" && { calendar: period }) } },
    { enabled: !isDays },
  );
  const { data, error, refetch } = isDays ? days : months;
  const rows = isDays
    ? (days.data?.days ?? []).toReversed().flatMap(({ day, ethiopian_day, sheets }) => {
        const title = bothCalendars(day, ethiopian_day);
        return sheets.map((sheet, index) => ({
          ...{ key: `${day} ${index}`, title, note: null, from: day, to: day, sheet },
        }));
      })
    : (months.data?.months ?? []).toReversed().flatMap(({ month, from, to, complete, sheets }) =>
        sheets.map((sheet, index) => ({
          ...{ key: `${month} ${index}`, title: month, from, to, sheet },
          note: complete
            ? shownDays(from, to)
            : t("books.partOfMonth", { days: shownDays(from, to) }),
        })),
      );
  return (
    <Section
      title={t("books.sheets")}
      lead={t("books.sheetsLead")}
      actions={
        <select
          className="input"
          aria-label={t("books.period")}
          value={period}
          onChange={(event) => setPeriod(event.target.value as Period)}
        >
          <option value="days">{t("books.byDay")}</option>
          <option value="gregorian">{t("books.byGregorianMonth")}</option>
          <option value="ethiopian">{t("books.byEthiopianMonth")}</option>
        </select>
      }
      flush
    >
      {error && !data ? (
        <ProblemPanel error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={6} />
      ) : rows.length === 0 ? (
        <Empty icon={BookOpen} title={t("books.noPayments")}>
          {t("books.noPaymentsExplained")}
        </Empty>
      ) : (
        <Table label={t("books.sheets")} columns={COLUMNS} items={rows} keyOf={({ key }) => key} />
      )}
    </Section>
  );
}
