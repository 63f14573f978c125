import { checkouts } from "virtual:endpoints";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, ReceiptText, SearchX } from "lucide-react";
import { useState } from "react";
import type { InputOf } from "../../../../../lib/contract/client-types.ts";
import { addDays, startOfDay } from "../../../../../lib/contract/days.ts";
import { client } from "../../client.ts";
import { AppName, useApps } from "../../data/apps.tsx";
import { type Checkout, isPartlyPaid, STATUS_WORDS } from "../../data/checkouts.ts";
import { cursorOfNext, useSaveCsv } from "../../data/export.ts";
import { formatDay, formatMoney, shorten } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useMay } from "../../may.ts";
import { useApiList } from "../../query.ts";
import { type CheckoutFilters, readCheckoutFilters } from "../../search-filters.ts";
import { language, t } from "../../texts/t.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Money } from "../../ui/cell-text.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty } from "../../ui/problem.tsx";
import { AppOptions, FilterFrame, SearchField } from "../../ui/search-field.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { CHECKOUT_FILTERS, PARTLY_PAID } from "../../values.ts";
import { PartlyPaidBadge, StatusBadge } from "./checkout-facts.tsx";

/** Filters of the list. They are kept in the address, for sharing and the back button. */
export function Filters({ filters }: { readonly filters: CheckoutFilters }) {
  const navigate = useNavigate();
  const { apps } = useApps();
  const change = (changed: Record<string, string>) =>
    void navigate({
      to: "/checkouts",
      search: ({ mode }) => ({
        ...(mode && { mode }),
        ...readCheckoutFilters({ ...filters, ...changed }),
      }),
    });
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <SearchField
        value={filters.search ?? ""}
        placeholder={t("checkouts.idReferencePhoneOr")}
        onSearch={(search) => change({ search })}
      />
      <FilterFrame label={t("checkouts.status")}>
        <select
          aria-label={t("checkouts.status")}
          value={filters.status ?? ""}
          onChange={(event) => change({ status: event.target.value })}
          className="input"
        >
          <option value="">{t("checkouts.any")}</option>
          {CHECKOUT_FILTERS.map((status) => (
            <option key={status} value={status}>
              {status === PARTLY_PAID ? t("checkouts.partiallyPaid") : STATUS_WORDS[status]}
            </option>
          ))}
        </select>
      </FilterFrame>
      {apps.length > 1 && (
        <FilterFrame label={t("apps.app")}>
          <select
            aria-label={t("apps.app")}
            value={filters.app ?? client.appInUse() ?? ""}
            onChange={(event) => change({ app: event.target.value })}
            className="input"
          >
            {client.appInUse() === undefined && <option value="">{t("checkouts.all")}</option>}
            <AppOptions apps={apps} />
          </select>
        </FilterFrame>
      )}
      {(["from", "to"] as const).map((end) => (
        <FilterFrame key={end} label={end === "from" ? t("checkouts.from") : t("checkouts.to")}>
          <DayField
            label={end === "from" ? t("checkouts.from") : t("checkouts.to")}
            value={filters[end] ?? ""}
            onChange={(day) => change({ [end]: day })}
          />
          {filters[end] && language() === "am" && (
            <span className="mt-1 block text-xs text-soft">{formatDay(filters[end])}</span>
          )}
        </FilterFrame>
      ))}
    </search>
  );
}

/** A day, which has the years 2, 20 and 202 while someone types it: the field keeps those to itself. */
function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  const [shown, show] = useState<{ value: string; typed: string; asked: string | null }>({
    value,
    typed: value,
    asked: null,
  });
  if (shown.value !== value) {
    // The day that it asked for comes back, once; what was typed since then stays.
    show({ value, typed: value === shown.asked ? shown.typed : value, asked: null });
  }
  return (
    <input
      type="date"
      aria-label={label}
      value={shown.typed}
      onChange={({ target: { value: typed } }) => {
        const isDay = typed === "" || readCheckoutFilters({ from: typed }).from === typed;
        show({ value, typed, asked: isDay ? typed : shown.asked });
        if (isDay) onChange(typed);
      }}
      className="input"
    />
  );
}

type Query = NonNullable<InputOf<typeof checkouts.listCheckouts>["query"]>;

/** Saves the checkouts that match the filters and the search. The service writes these files. */
export function useCheckoutExport(query: Query) {
  return useSaveCsv("checkouts", query, async (from) => {
    let nextCursor: string | null = null;
    const csv = await client.call(checkouts.listCheckouts, {
      query: { ...query, format: "csv", ...(from !== null && { cursor: from }) },
      onHeaders: (headers) => {
        nextCursor = cursorOfNext(headers.get("link"));
      },
    });
    if (typeof csv !== "string") throw new Error("the answer is no CSV");
    return { csv, nextCursor };
  });
}

const COLUMNS: readonly Column<Checkout>[] = [
  {
    header: t("checkouts.order"),
    isMain: true,
    cell: ({ client_reference, description, id, created_at }) => (
      <span className="block min-w-12 max-w-80">
        <Link
          to="/checkouts/$checkoutId"
          params={{ checkoutId: id }}
          className="row-link line-clamp-2 font-medium wrap-anywhere"
        >
          {client_reference ?? description ?? <code className="font-mono">{shorten(id)}</code>}
        </Link>
        <span className="block text-note text-soft sm:hidden narrow:hidden [&_time]:whitespace-normal">
          <Time at={created_at} />
        </span>
      </span>
    ),
  },
  {
    header: t("checkouts.status"),
    cell: (checkout) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge status={checkout.status} />
        {isPartlyPaid(checkout) && <PartlyPaidBadge />}
      </span>
    ),
  },
  {
    header: t("apps.app"),
    from: "lg",
    cell: ({ app_id }) => (
      <span className="line-clamp-2">
        <AppName id={app_id} />
      </span>
    ),
  },
  {
    header: t("apps.created"),
    from: "sm",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
  {
    header: t("checkouts.amount"),
    align: "right",
    cell: (checkout) => (
      <span className="tabular-nums">
        <span className="font-semibold">
          <Money amount={checkout.amount} currency={checkout.currency} />
        </span>
        {isPartlyPaid(checkout) && (
          <span className="block text-note text-soft">
            {t("checkouts.stillMissing", {
              amount: formatMoney(checkout.amount_due, checkout.currency),
            })}
          </span>
        )}
      </span>
    ),
  },
];

/** The filters of the address as the operation takes them. */
export function queryOf(filters: CheckoutFilters, livemode: boolean) {
  const start = (day: string) => new Date(startOfDay(day)).toISOString();
  return {
    livemode: livemode ? "true" : "false",
    ...(filters.status === PARTLY_PAID
      ? { partially_paid: "true" }
      : filters.status && { status: filters.status }),
    ...(filters.app && { app_id: filters.app }),
    ...(filters.search && { search: filters.search }),
    ...(filters.from && { created_gte: start(filters.from) }),
    ...(filters.to && { created_lt: start(addDays(filters.to, 1)) }),
  } satisfies NonNullable<InputOf<typeof checkouts.listCheckouts>["query"]>;
}

export function CheckoutsView() {
  const asked = readCheckoutFilters(useSearch({ from: "/inside/checkouts" }));
  const { apps, isKnown } = useApps();
  // An app that has been deleted since has no list, and may have left no other app to choose instead.
  const isGone = isKnown && !apps.some(({ app_id }) => app_id === asked.app);
  const filters = isGone ? readCheckoutFilters({ ...asked, app: undefined }) : asked;
  const navigate = useNavigate();
  const livemode = useLivemode();
  const query = queryOf(filters, livemode);
  const list = useApiList(checkouts.listCheckouts, { query }, { refetchEveryMs: 15_000 });
  const isFiltered = Object.keys(filters).length > 0;
  const mayExport = useMay("reports");
  const exportAll = useCheckoutExport(query);
  const create = useMay("checkouts.write") && (
    <ButtonLink look="primary" to="/checkouts/new" icon={<Plus aria-hidden className="size-4" />}>
      {t("checkouts.newCheckout")}
    </ButtonLink>
  );
  return (
    <Page title={t("layout.checkouts")} actions={create} more={mayExport ? [exportAll] : []}>
      <Filters filters={filters} />
      <div className="card overflow-hidden">
        <ListTable
          label={t("layout.checkouts")}
          list={list}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          empty={
            isFiltered ? (
              <Empty
                icon={SearchX}
                title={t("checkouts.noResultsForThese")}
                action={
                  <Button
                    onClick={() =>
                      void navigate({
                        to: "/checkouts",
                        search: ({ mode }) => (mode ? { mode } : {}),
                      })
                    }
                  >
                    {t("checkouts.clearFilters")}
                  </Button>
                }
              >
                {t("checkouts.searchByIdReference")}
              </Empty>
            ) : (
              <Empty icon={ReceiptText} title={t("checkouts.noCheckoutsYet")} action={create}>
                {t("checkouts.yourServerCreatesThem")}
              </Empty>
            )
          }
        />
      </div>
    </Page>
  );
}
