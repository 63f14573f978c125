import { books } from "virtual:endpoints";
import { Link, useSearch } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { AppName, providerName } from "../../data/apps.tsx";
import { formatMoney, shorten } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApiList } from "../../query.ts";
import { readEntryFilters } from "../../search-filters.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Money } from "../../ui/cell-text.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty } from "../../ui/problem.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { bothCalendars, shownDays } from "./statement.ts";
import { useBooksCsv, useBooksXlsx } from "./use-books-export.ts";

type Entry = Exclude<Answer<typeof books.listBookEntries>, string>["data"][number];

const KIND_WORDS: Readonly<Record<Exclude<Entry["kind"], "verified">, string>> = {
  approved: t("books.approved"),
  rejected: t("books.rejected"),
  released: t("books.released"),
};

const COLUMNS: readonly Column<Entry>[] = [
  {
    header: t("books.payment"),
    cell: ({ checkout_id, client_reference, payments, kind, member, member_name, note }) => (
      <>
        <Link
          to="/checkouts/$checkoutId"
          params={{ checkoutId: checkout_id }}
          className="row-link font-medium wrap-anywhere"
        >
          {client_reference ?? shorten(checkout_id)}
        </Link>{" "}
        {kind !== "verified" && <Badge tone="warn">{KIND_WORDS[kind]}</Badge>}
        {payments.map(({ provider, reference, payer_name }) => (
          <span key={reference} className="block text-note text-soft wrap-anywhere">
            {providerName(provider)} {reference} {payer_name}
          </span>
        ))}
        {member && (
          <span className="block text-note text-soft wrap-anywhere">
            {member_name ?? shorten(member)}: {note}
          </span>
        )}
      </>
    ),
  },
  {
    header: t("books.day"),
    from: "sm",
    cell: ({ day, ethiopian_day, app_id }) => (
      <>
        {bothCalendars(day, ethiopian_day)}
        <span className="block text-note text-soft">
          <AppName id={app_id} />
        </span>
      </>
    ),
  },
  {
    header: t("books.amount"),
    align: "right",
    cell: ({ payments, currency, amount }) => {
      const received = payments.reduce((sum, payment) => sum + payment.amount, 0);
      return (
        <>
          <Money amount={received} currency={currency} />
          {received !== amount && (
            <span className="block text-note text-soft">
              {t("books.of", { amount: formatMoney(amount, currency) })}
            </span>
          )}
        </>
      );
    },
  },
];

/** The entries behind a sheet, to look at and to export. */
export function EntriesView() {
  const search = readEntryFilters(useSearch({ from: "/inside/books/entries" }));
  const query = { ...search, livemode: useLivemode() ? "true" : "false" } as const;
  return (
    <Page
      title={t("books.entries")}
      lead={search.from && search.to ? shownDays(search.from, search.to) : undefined}
      back={{ to: "/books", label: t("layout.books") }}
      more={[useBooksXlsx(query), useBooksCsv(query)]}
    >
      <div className="card overflow-hidden">
        <ListTable
          label={t("books.entries")}
          list={useApiList(books.listBookEntries, { query })}
          columns={COLUMNS}
          keyOf={({ checkout_id, kind, at }) => `${checkout_id} ${kind} ${at}`}
          empty={<Empty icon={BookOpen} title={t("books.noPayments")} />}
        />
      </div>
    </Page>
  );
}
