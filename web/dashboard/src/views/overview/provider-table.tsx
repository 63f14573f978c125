import { status } from "virtual:endpoints";
import { providerName } from "../../data/apps.tsx";
import { formatCount } from "../../format.ts";
import { useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { type DayStats, sumByProvider } from "./figure.tsx";

type Row = ReturnType<typeof sumByProvider>[number];

const COLUMNS: readonly Column<Row>[] = [
  {
    header: t("overview.bank"),
    cell: ({ provider }) => (
      <span className="flex flex-wrap items-center gap-2">
        {providerName(provider)}
        <BankState provider={provider} />
      </span>
    ),
  },
  {
    header: t("overview.verified"),
    align: "right",
    cell: ({ verified }) => <span className="tabular-nums">{formatCount(verified)}</span>,
  },
  {
    header: t("overview.successRate"),
    align: "right",
    cell: ({ verified, failed }) => (
      <span className="tabular-nums">
        {Math.round((verified / Math.max(1, verified + failed)) * 100)} %
      </span>
    ),
  },
];

/** Shown while a bank does not answer as it should. */
function BankState({ provider }: { readonly provider: string }) {
  const { data } = useApi(status.readStatus, {}, { refetchEveryMs: 60_000 });
  const state = data?.providers.find((each) => each.provider === provider)?.status;
  if (state === "degraded") return <Badge tone="warn">{t("overview.degraded")}</Badge>;
  return state === "down" ? <Badge tone="bad">{t("overview.down")}</Badge> : null;
}

export function ProviderTable({ days }: { readonly days: readonly DayStats[] }) {
  const rows = sumByProvider(days);
  if (rows.length === 0) {
    return <p className="px-gutter sm:px-6 pb-6 text-soft">{t("overview.noPaymentsYet")}</p>;
  }
  return (
    <Table
      label={t("overview.byBank")}
      columns={COLUMNS}
      items={rows}
      keyOf={({ provider }) => provider}
    />
  );
}
