import { webhooks } from "virtual:endpoints";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ScrollText, SearchX } from "lucide-react";
import type { InputOf } from "../../../../../lib/contract/client-types.ts";
import { useApps } from "../../data/apps.tsx";
import { useExport } from "../../data/export.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useApi, useApiList } from "../../query.ts";
import type { LogFilters } from "../../search-filters.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Empty } from "../../ui/empty.tsx";
import { NoApp } from "../../ui/no-app.tsx";
import { Page } from "../../ui/page.tsx";
import { DeliveryStrip } from "./delivery-strip.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { LogFilterBar } from "./log-filter-bar.tsx";
import { PeriodChart } from "./period-chart.tsx";
import { useWithin } from "./use-within.ts";

/** As many as the strip shows. */
const PAGE = 50;

type Query = NonNullable<InputOf<typeof webhooks.listDeliveries>["query"]>;

/** The deliveries of an app, to all of its endpoints or one. */
export function LogsView() {
  const { mode, ...filters } = useSearch({ from: "/inside/webhook-logs" });
  const { apps, usualAppId, hasNone } = useApps();
  const appId = filters.app ?? usualAppId;
  const endpoints = useApi(
    webhooks.listWebhooks,
    { query: { limit: 100, ...(appId && { app_id: appId }) } },
    { enabled: appId !== undefined },
  );
  const livemode = useLivemode();
  const { list, exportLog, chart } = useLog(filters, appId, livemode);
  const known = endpoints.data?.data ?? [];
  const navigate = useNavigate();
  const isFiltered = Object.keys(filters).some((name) => name !== "app");
  return (
    <Page
      title={t("layout.webhookLogs")}
      lead={t("logs.whatWeSentTo")}
      more={appId === undefined ? [] : [exportLog]}
    >
      <LogFilterBar
        filters={filters}
        appId={appId}
        apps={apps}
        endpoints={known.filter(
          (endpoint) => endpoint.livemode === livemode || endpoint.id === filters.endpoint,
        )}
      />
      {chart ?? <DeliveryStrip deliveries={list.items} />}
      <div className="card overflow-clip">
        {hasNone ? (
          <NoApp />
        ) : (
          <DeliveryTable
            list={list}
            endpointUrl={
              known.length > 1
                ? (id) => known.find((endpoint) => endpoint.id === id)?.url ?? null
                : undefined
            }
            empty={
              isFiltered ? (
                <Empty
                  icon={SearchX}
                  title={t("checkouts.noResultsForThese")}
                  action={
                    <Button
                      onClick={() =>
                        void navigate({
                          to: "/webhook-logs",
                          search: {
                            ...(mode && { mode }),
                            ...(filters.app && { app: filters.app }),
                          },
                        })
                      }
                    >
                      {t("checkouts.clearFilters")}
                    </Button>
                  }
                />
              ) : (
                <Empty
                  icon={ScrollText}
                  title={t("logs.nothingSentYet")}
                  action={<ButtonLink to="/webhooks">{t("logs.viewEndpoints")}</ButtonLink>}
                >
                  {t("logs.deliveriesAppearHereAs")}
                </Empty>
              )
            }
          />
        )}
      </div>
    </Page>
  );
}

function useLog(filters: LogFilters, appId: number | undefined, livemode: boolean) {
  const query: Query = {
    ...(filters.status && { status: filters.status }),
    ...(filters.kind && { event_type: filters.kind as NonNullable<Query["event_type"]> }),
  };
  const { endpoint, search } = filters;
  const fresh = { refetchEveryMs: 10_000 };
  const ofAppInput = {
    query: {
      ...query,
      limit: PAGE,
      app_id: appId ?? 0,
      livemode: livemode ? "true" : "false",
      ...(search && { search }),
    },
  } as const;
  const ofEndpointInput = { params: { id: endpoint ?? "" }, query: { ...query, limit: PAGE } };
  const ofApp = useApiList(webhooks.listWebhookLogs, ofAppInput, {
    ...fresh,
    enabled: endpoint === undefined && appId !== undefined,
  });
  const ofEndpoint = useApiList(webhooks.listDeliveries, ofEndpointInput, {
    ...fresh,
    enabled: endpoint !== undefined,
  });
  const list = useWithin(endpoint === undefined ? ofApp : ofEndpoint, filters.period);
  const exportApp = useExport("webhook-logs", webhooks.listWebhookLogs, ofAppInput);
  const exportEndpoint = useExport("webhook-logs", webhooks.listDeliveries, ofEndpointInput);
  const { period } = filters;
  const hasChart = period !== undefined && search === undefined && appId !== undefined;
  // The chart compares statuses, so it does not filter them.
  const chart =
    hasChart &&
    (endpoint === undefined ? (
      <PeriodChart
        endpoint={webhooks.listWebhookLogs}
        input={{ query: { ...ofAppInput.query, status: undefined } }}
        period={period}
      />
    ) : (
      <PeriodChart
        endpoint={webhooks.listDeliveries}
        input={{ ...ofEndpointInput, query: { ...ofEndpointInput.query, status: undefined } }}
        period={period}
      />
    ));
  return {
    list,
    exportLog: endpoint === undefined ? exportApp : exportEndpoint,
    chart: chart || null,
  };
}
