import { type insight, status } from "virtual:endpoints";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { providerName } from "../../data/apps.tsx";
import { useApi } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { type Column, Table } from "../../ui/table.tsx";

/** Characters of a value that would wrap on a phone. */
const LONG_VALUE = 13;

/** A card with one number. */
export function Figure({
  name,
  value,
  note,
  to,
  link,
}: {
  readonly name: string;
  /** Undefined while it loads. */
  readonly value: string | undefined;
  readonly note?: string | undefined;
  readonly to?: LinkProps;
  readonly link?: string;
}) {
  return (
    <div className="card p-4 sm:p-5">
      <p className="text-note text-soft">{name}</p>
      {value === undefined ? (
        <div className="mt-2 h-7 w-24 max-w-full rounded bg-hover motion-safe:animate-pulse" />
      ) : (
        <p
          className={`mt-1 leading-7 font-semibold tracking-tight tabular-nums sm:leading-8 ${value.length > LONG_VALUE ? "text-base sm:text-xl" : "text-lg sm:text-2xl"}`}
        >
          {/* Breaks after the currency where it does not fit. */}
          {value.replace("\u00a0", " ")}
        </p>
      )}
      {note && <p className="mt-1 text-note text-soft">{note}</p>}
      {to && (
        <Link {...to} className="link thumb mt-1 inline-block text-note">
          {link}
        </Link>
      )}
    </div>
  );
}

export type DayStats = Answer<typeof insight.readStats>["days"][number];

/** Adds up verified and failed payments by bank, the bank with the most first. */
export function sumByProvider(days: readonly DayStats[]) {
  const sums = new Map<string, { verified: number; failed: number }>();
  for (const { providers } of days) {
    for (const [provider, { verified, failed }] of Object.entries(providers)) {
      const sum = sums.get(provider) ?? { verified: 0, failed: 0 };
      sums.set(provider, { verified: sum.verified + verified, failed: sum.failed + failed });
    }
  }
  return [...sums]
    .map(([provider, sum]) => ({ provider, ...sum }))
    .toSorted((a, b) => b.verified + b.failed - (a.verified + a.failed));
}

/** The currency that most days have, because a chart shows one. */
export function mainCurrency(days: readonly DayStats[]): string {
  const counts = new Map<string, number>();
  for (const currency of days.flatMap(({ amounts }) => Object.keys(amounts))) {
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "ETB";
}

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
