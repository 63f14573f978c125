import { webhooks } from "virtual:endpoints";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ScrollText, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { AnyEndpoint, InputOf } from "../../../../../lib/contract/client-types.ts";
import { csvOfObjects } from "../../../../../lib/contract/csv.ts";
import { readPages } from "../../client.ts";
import { type App, useApps } from "../../data/apps.tsx";
import { MAX_ROWS, useSaveCsv } from "../../data/export.ts";
import { type Delivery, type Endpoint, useEventTypes } from "../../data/webhooks.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { type ApiList, useApi, useApiList } from "../../query.ts";
import { type LogFilters, readLogFilters } from "../../search-filters.ts";
import { t } from "../../texts/t.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, NoApp } from "../../ui/problem.tsx";
import { AppOptions, FilterFrame, SearchField } from "../../ui/search-field.tsx";
import { useNow } from "../../ui/time.tsx";
import { DELIVERY_STATUSES, PERIODS } from "../../values.ts";
import { SPANS } from "./delivery-buckets.ts";
import { DeliveryStrip } from "./delivery-strip.tsx";
import { DeliveryTable, deliveryWords } from "./delivery-table.tsx";
import { PeriodChart } from "./period-chart.tsx";

const PERIOD_WORDS: Readonly<Record<(typeof PERIODS)[number], string>> = {
  "1h": t("logs.lastHour"),
  "24h": t("logs.lastHours"),
  "7d": t("logs.lastDays"),
  "30d": t("logs.lastDays2"),
};

export function LogFilterBar({
  filters,
  appId,
  apps,
  endpoints,
}: {
  readonly filters: LogFilters;
  /** The app whose log is shown. */
  readonly appId: number | undefined;
  readonly apps: readonly App[];
  readonly endpoints: readonly Endpoint[];
}) {
  const navigate = useNavigate();
  const kinds = useEventTypes();
  const change = (changed: Record<string, string | undefined>) =>
    void navigate({
      to: "/webhook-logs",
      search: ({ mode }) => ({
        ...(mode && { mode }),
        ...readLogFilters({ ...filters, ...changed }),
      }),
    });
  const picker = (label: string, name: keyof LogFilters, options: ReactNode) => (
    <FilterFrame label={label}>
      <select
        aria-label={label}
        value={filters[name] ?? (name === "app" ? appId : undefined) ?? ""}
        onChange={(event) =>
          // An endpoint belongs to one app, so a change of the app clears it.
          change({
            [name]: event.target.value,
            ...(name === "app" && { endpoint: undefined }),
            // The search covers all endpoints of the app, so a change of the endpoint clears it.
            ...(name === "endpoint" && { search: undefined }),
          })
        }
        className="input"
      >
        {options}
      </select>
    </FilterFrame>
  );
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <SearchField
        value={filters.search ?? ""}
        placeholder={t("logs.searchFor")}
        onSearch={(search) => change({ search, ...(search && { endpoint: undefined }) })}
      />
      {apps.length > 1 && picker(t("apps.app"), "app", <AppOptions apps={apps} />)}
      {picker(
        t("checkouts.status"),
        "status",
        <>
          <option value="">{t("checkouts.any")}</option>
          {DELIVERY_STATUSES.map((status) => (
            <option key={status} value={status}>
              {deliveryWords(status)}
            </option>
          ))}
        </>,
      )}
      {picker(
        t("logs.event"),
        "kind",
        <>
          <option value="">{t("checkouts.any")}</option>
          {kinds.map(({ type }) => (
            <option key={type}>{type}</option>
          ))}
        </>,
      )}
      {picker(
        t("logs.endpoint"),
        "endpoint",
        <>
          <option value="">{t("checkouts.all")}</option>
          {endpoints.map(({ id, url }) => (
            <option key={id} value={id}>
              {url.replace(/^https?:\/\//, "").slice(0, 48)}
            </option>
          ))}
        </>,
      )}
      {picker(
        t("checkouts.time"),
        "period",
        <>
          <option value="">{t("checkouts.all")}</option>
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {PERIOD_WORDS[period]}
            </option>
          ))}
        </>,
      )}
    </search>
  );
}

/** The items of a list that are within the period. The list is newest first, so paging ends there. */
export function useWithin(
  list: ApiList<Delivery>,
  period: LogFilters["period"],
): ApiList<Delivery> {
  const now = useNow();
  if (period === undefined) return list;
  const since = new Date(now - SPANS[period].lengthMs).toISOString();
  const items = list.items.filter(({ created_at }) => created_at >= since);
  return { ...list, items, hasNextPage: list.hasNextPage && items.length === list.items.length };
}

/** As many as the strip shows. */
const PAGE = 50;

type Query = NonNullable<InputOf<typeof webhooks.listDeliveries>["query"]>;

/** The app whose log is shown. One that has been deleted since has none, and may have left no other app to choose instead. */
function useLogApp({ app }: LogFilters): number | undefined {
  const { appOf, isKnown, usualAppId } = useApps();
  return isKnown ? appOf(app) : (app ?? usualAppId);
}

/** The deliveries of an app, to all of its endpoints or one. */
export function LogsView() {
  const filters = readLogFilters(useSearch({ from: "/inside/webhook-logs" }));
  const { apps, hasNone, problem } = useApps();
  const appId = useLogApp(filters);
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
        ) : problem && appId === undefined && filters.endpoint === undefined ? (
          problem
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
                          search: ({ mode }) => ({
                            ...(mode && { mode }),
                            ...(filters.app && { app: filters.app }),
                          }),
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

/** As `useExport`, of deliveries within a period: those of an older one end the file. */
function useLogExport<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  period: LogFilters["period"],
): MenuItem {
  return useSaveCsv("webhook-logs", { input, period }, async (from) => {
    const since = period ? Date.now() - SPANS[period].lengthMs : 0;
    const isOlder = ({ created_at }: Delivery) => Date.parse(created_at) < since;
    const read = { from, isEnough: isOlder };
    const { rows, nextCursor } = await readPages<Delivery, E>(endpoint, input, MAX_ROWS, read);
    const shown = rows.filter((delivery) => !isOlder(delivery));
    return { csv: csvOfObjects(shown), nextCursor: shown.length < rows.length ? null : nextCursor };
  });
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
  const { period } = filters;
  const exportApp = useLogExport(webhooks.listWebhookLogs, ofAppInput, period);
  const exportEndpoint = useLogExport(webhooks.listDeliveries, ofEndpointInput, period);
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
