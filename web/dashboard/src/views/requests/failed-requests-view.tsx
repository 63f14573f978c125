import { insight } from "virtual:endpoints";
import { useSearch } from "@tanstack/react-router";
import { CircleCheck, SearchX } from "lucide-react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { useExport } from "../../data/export.ts";
import { shorten } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApiList } from "../../query.ts";
import { readSearchFilter } from "../../search-filters.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Breakable } from "../../ui/cell-text.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty } from "../../ui/problem.tsx";
import { ViewSearch } from "../../ui/search-field.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

type FailedRequest = Answer<typeof insight.listFailedRequests>["data"][number];

const COLUMNS: readonly Column<FailedRequest>[] = [
  {
    header: t("requests.request"),
    cell: ({ method, path, detail, request_id, created_at }) => (
      <span className="block min-w-0">
        <code className="block font-mono text-note font-medium break-all">
          {method} {path}
        </code>
        {/* What the API told the merchant's developer, word for word. */}
        {detail && (
          <span lang="en" className="block text-soft wrap-anywhere">
            {detail}
          </span>
        )}
        <span className="block text-note text-soft">
          <Copyable
            value={request_id}
            label={t("requests.requestId")}
            shown={shorten(request_id, 8)}
          />
        </span>
        <span className="block text-note text-soft sm:hidden narrow:hidden">
          <Time at={created_at} />
        </span>
      </span>
    ),
  },
  {
    header: t("requests.response"),
    cell: ({ status, code }) => (
      <>
        <Badge tone={status >= 500 ? "bad" : "warn"}>{status}</Badge>
        <code className="mt-1 block font-mono text-note wrap-anywhere text-soft">
          <Breakable name={code} />
        </code>
      </>
    ),
  },
  {
    header: t("requests.key"),
    from: "md",
    cell: ({ key }) => (
      <>
        <span className="block max-w-48 truncate">{key.name ?? shorten(key.id)}</span>
        {key.last4 && <code className="font-mono text-note text-soft">…{key.last4}</code>}
      </>
    ),
  },
  {
    header: t("checkouts.time"),
    from: "sm",
    align: "right",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
];

/** Requests of the merchant's servers that the API refused, for their developer. */
export function FailedRequestsView() {
  const { search } = readSearchFilter(useSearch({ from: "/inside/failed-requests" }));
  const livemode = useLivemode();
  const query = { livemode: livemode ? "true" : "false", ...(search && { search }) } as const;
  const list = useApiList(insight.listFailedRequests, { query }, { refetchEveryMs: 15_000 });
  return (
    <Page
      title={t("layout.failedRequests")}
      lead={t("requests.lead")}
      more={[useExport("failed-requests", insight.listFailedRequests, { query })]}
    >
      <ViewSearch to="/failed-requests" search={search} placeholder={t("requests.searchFor")} />
      <div className="card overflow-hidden">
        <ListTable
          label={t("layout.failedRequests")}
          list={list}
          columns={COLUMNS}
          keyOf={({ request_id }) => request_id}
          empty={
            search ? (
              <Empty icon={SearchX} title={t("requests.noMatch")} />
            ) : (
              <Empty icon={CircleCheck} title={t("requests.none")}>
                {t("requests.noneExplained")}
              </Empty>
            )
          }
        />
      </div>
    </Page>
  );
}
