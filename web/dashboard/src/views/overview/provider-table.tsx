import { providerName } from "../../data/providers.ts";
import { formatCount } from "../../format.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { type DayStats, sumByProvider } from "./stats.ts";

type Row = ReturnType<typeof sumByProvider>[number];

const COLUMNS: readonly Column<Row>[] = [
  { header: "Bank", cell: ({ provider }) => providerName(provider) },
  {
    header: "Verified",
    align: "right",
    cell: ({ verified }) => <span className="tabular-nums">{formatCount(verified)}</span>,
  },
  {
    header: "Success",
    align: "right",
    cell: ({ verified, failed }) => (
      <span className="tabular-nums">
        {Math.round((verified / Math.max(1, verified + failed)) * 100)} %
      </span>
    ),
  },
];

export function ProviderTable({ days }: { readonly days: readonly DayStats[] }) {
  const rows = sumByProvider(days);
  if (rows.length === 0) {
    return <p className="px-6 pb-6 text-soft">No payment was tried yet.</p>;
  }
  return (
    <Table label="By bank" columns={COLUMNS} items={rows} keyOf={({ provider }) => provider} />
  );
}
