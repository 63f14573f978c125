import { books } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide-react";
import { accountText } from "../../data/apps.tsx";
import { formatMoney } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApi, useApiList } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { Empty, Notice } from "../../ui/problem.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { CompareSection } from "./compare-section.tsx";
import { SheetsSection } from "./sheets-section.tsx";
import { type Statement, shownDays } from "./statement.ts";

const COLUMNS: readonly Column<Statement>[] = [
  {
    header: t("books.statement"),
    cell: ({ id, provider, account_number, from, to }) => (
      <>
        <Link
          to="/books/statements/$statementId"
          params={{ statementId: id }}
          className="row-link font-medium"
        >
          {shownDays(from, to)}
        </Link>
        <span className="block text-note text-soft">
          {accountText({ provider, account_number })}
        </span>
      </>
    ),
  },
  {
    header: t("books.agreed"),
    from: "sm",
    align: "right",
    cell: ({ agreed, currency }) => formatMoney(agreed.amount, currency),
  },
  {
    header: t("books.openPoints"),
    align: "right",
    cell: ({ open_points }) =>
      open_points === 0 ? (
        <Badge tone="good">{t("books.noOpenPoints")}</Badge>
      ) : (
        <Badge tone="bad">{formatCount(open_points)}</Badge>
      ),
  },
];

/** What was paid by day and month, and whether the bank agrees. */
export function BooksView() {
  const livemode = useLivemode();
  const accounts = useApi(books.listBookAccounts, {});
  const statements = useApiList(books.listStatements, {});
  return (
    <Page title={t("layout.books")} lead={t("books.lead")}>
      {livemode ? (
        <>
          <CompareSection
            accounts={accounts.data?.data ?? []}
            isKnown={accounts.data !== undefined}
          />
          <Section title={t("books.comparedStatements")} flush>
            <ListTable
              label={t("books.comparedStatements")}
              list={statements}
              columns={COLUMNS}
              keyOf={({ id }) => id}
              empty={
                <Empty icon={FileSpreadsheet} title={t("books.noStatementsYet")}>
                  {t("books.noStatementsExplained")}
                </Empty>
              }
            />
          </Section>
        </>
      ) : (
        <div className="mb-6">
          <Notice>{t("books.statementsAreOfLive")}</Notice>
        </div>
      )}
      <SheetsSection key={livemode ? "live" : "test"} />
    </Page>
  );
}
