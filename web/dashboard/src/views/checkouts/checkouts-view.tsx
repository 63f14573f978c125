import { checkouts } from "virtual:endpoints";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, ReceiptText, SearchX } from "lucide-react";
import type { InputOf } from "../../../../../lib/contract/client-types.ts";
import { AppName } from "../../data/apps.tsx";
import type { Checkout } from "../../data/checkouts.ts";
import { formatMoney, shorten } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApiList } from "../../query.ts";
import type { CheckoutFilters } from "../../search-filters.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { ExportButton } from "./export-button.tsx";
import { Filters } from "./filters.tsx";
import { StatusBadge } from "./status-badge.tsx";

const COLUMNS: readonly Column<Checkout>[] = [
  {
    header: "Amount",
    cell: (checkout) => (
      <>
        <Link
          to="/checkouts/$checkoutId"
          params={{ checkoutId: checkout.id }}
          className="row-link font-medium whitespace-nowrap tabular-nums"
        >
          {formatMoney(checkout.amount, checkout.currency)}
        </Link>
        <span className="mt-0.5 block max-w-48 truncate sm:max-w-60 text-[13px] text-soft md:hidden">
          {checkout.client_reference ?? checkout.description ?? shorten(checkout.id)}
        </span>
        <span className="block text-[13px] text-soft sm:hidden">
          <Time at={checkout.created_at} />
        </span>
      </>
    ),
  },
  { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: "Reference",
    from: "md",
    cell: ({ client_reference, description, id }) => (
      <span className="block max-w-72">
        {(client_reference ?? description) !== null && (
          <span className="block truncate">{client_reference ?? description}</span>
        )}
        <span className="flex items-center gap-1 text-[13px] text-soft">
          <code className="font-mono">{shorten(id)}</code>
          <CopyButton value={id} label="checkout id" />
        </span>
      </span>
    ),
  },
  { header: "App", from: "lg", cell: ({ app_id }) => <AppName id={app_id} /> },
  {
    header: "Created",
    from: "sm",
    align: "right",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
];

/** The filters of the address as the operation wants them; days are the viewer's own. */
export function queryOf(filters: CheckoutFilters, livemode: boolean) {
  const dayAfter = (day: string) => new Date(new Date(`${day}T00:00:00`).getTime() + 86_400_000);
  return {
    livemode: livemode ? "true" : "false",
    ...(filters.status && { status: filters.status }),
    ...(filters.app && { app_id: filters.app }),
    ...(filters.search && { search: filters.search }),
    ...(filters.from && { created_gte: new Date(`${filters.from}T00:00:00`).toISOString() }),
    ...(filters.to && { created_lt: dayAfter(filters.to).toISOString() }),
  } satisfies NonNullable<InputOf<typeof checkouts.listCheckouts>["query"]>;
}

export function CheckoutsView() {
  const { mode, ...filters } = useSearch({ from: "/inside/checkouts" });
  const navigate = useNavigate();
  const livemode = useLivemode();
  const query = queryOf(filters, livemode);
  const list = useApiList(checkouts.listCheckouts, { query }, { refetchEveryMs: 15_000 });
  const isFiltered = Object.keys(filters).length > 0;
  const create = (
    <ButtonLink look="primary" to="/checkouts/new" icon={<Plus aria-hidden className="size-4" />}>
      Payment link
    </ButtonLink>
  );
  return (
    <Page
      title="Checkouts"
      actions={
        <>
          <ExportButton query={query} />
          {create}
        </>
      }
    >
      <Filters key={filters.search ?? ""} filters={filters} />
      <div className="card overflow-hidden">
        <ListTable
          label="Checkouts"
          list={list}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          empty={
            isFiltered ? (
              <Empty
                icon={SearchX}
                title="Nothing matches these filters"
                action={
                  <Button
                    onClick={() =>
                      void navigate({ to: "/checkouts", search: mode ? { mode } : {} })
                    }
                  >
                    Clear the filters
                  </Button>
                }
              >
                The search wants a checkout’s id, your own reference or a bank’s reference in full.
              </Empty>
            ) : (
              <Empty icon={ReceiptText} title="No checkouts yet" action={create}>
                Your server creates them with an API key. To try it, or to ask one customer for
                money by hand, make a payment link.
              </Empty>
            )
          }
        />
      </div>
    </Page>
  );
}
