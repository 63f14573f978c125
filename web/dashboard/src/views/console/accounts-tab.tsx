import { operator } from "virtual:console-endpoints";
import { Link, useSearch } from "@tanstack/react-router";
import { SearchX, Users } from "lucide-react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { accountName, personName } from "../../data/team.ts";
import { useProof } from "../../proof.ts";
import { useApiList } from "../../query.ts";
import { readSearchFilter } from "../../search-filters.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Empty } from "../../ui/problem.tsx";
import { ViewSearch } from "../../ui/search-field.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { Locked } from "./console-view.tsx";

type Found = Answer<typeof operator.findAccounts>["data"][number];

const COLUMNS: readonly Column<Found>[] = [
  {
    header: t("console.account"),
    cell: ({ id, app_names, closed_at, suspended }) => (
      <span className="block max-w-96">
        <Link
          to="/console/accounts/$accountId"
          params={{ accountId: id }}
          search={(now) => now}
          className="row-link font-medium wrap-anywhere"
        >
          {accountName(app_names)}
        </Link>{" "}
        {closed_at !== null && <Badge tone="bad">{t("console.closed")}</Badge>}
        {closed_at === null && suspended && <Badge tone="bad">{t("console.suspended")}</Badge>}
        <code className="block font-mono text-note text-soft wrap-anywhere">{id}</code>
      </span>
    ),
  },
  { header: t("team.owner"), cell: ({ owner }) => <Owner owner={owner} /> },
  {
    header: t("console.created"),
    from: "sm",
    align: "right",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
];

/** The person for whom an account was made. */
export function Owner({ owner }: { readonly owner: Found["owner"] }) {
  if (owner === null) return <span className="text-soft">{t("console.ownerGone")}</span>;
  const { name, phone } = owner;
  return (
    <>
      {(name !== null || phone === null) && (
        <span className="block wrap-anywhere">{personName(owner)}</span>
      )}
      {phone !== null && (
        <span className={`whitespace-nowrap ${name === null ? "" : "text-note text-soft"}`}>
          {phone}
        </span>
      )}
    </>
  );
}

/** Finds accounts. Nothing is searched without a text. */
export function AccountsTab() {
  const { search } = readSearchFilter(useSearch({ from: "/inside/console/accounts" }));
  return (
    <>
      <ViewSearch to="/console/accounts" search={search} placeholder={t("console.searchFor")} />
      <div className="card overflow-hidden">
        {search === undefined ? (
          <Empty icon={Users} title={t("console.findAccount")}>
            {t("console.findAccountHint")}
          </Empty>
        ) : (
          <FoundAccounts search={search} />
        )}
      </div>
    </>
  );
}

function FoundAccounts({ search }: { readonly search: string }) {
  const { isLocked } = useProof();
  const list = useApiList(operator.findAccounts, { query: { search } }, { enabled: !isLocked });
  if (isLocked && list.items.length === 0) return <Locked />;
  return (
    <ListTable
      label={t("console.accounts")}
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={
        <Empty icon={SearchX} title={t("console.noAccount")}>
          {t("console.findAccountHint")}
        </Empty>
      }
    />
  );
}
