import { webhooks } from "virtual:endpoints";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ScrollText, SearchX } from "lucide-react";
import type { InputOf } from "../../../../../lib/contract/client-types.ts";
import { useApps } from "../../data/apps.tsx";
import { useLivemode } from "../../layout/mode.tsx";
import { useApi, useApiList } from "../../query.ts";
import type { LogFilters } from "../../search-filters.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { LogFilterBar } from "./log-filter-bar.tsx";
import { useWithin } from "./use-within.ts";

type Query = NonNullable<InputOf<typeof webhooks.listDeliveries>["query"]>;

/** Every delivery of an app, over all its endpoints or of one. */
export function LogsView() {
  const { mode, ...filters } = useSearch({ from: "/inside/webhook-logs" });
  const { apps, usualAppId, isKnown } = useApps();
  const appId = filters.app ?? usualAppId;
  const endpoints = useApi(
    webhooks.listWebhooks,
    { query: { limit: 100, ...(appId && { app_id: appId }) } },
    { enabled: appId !== undefined },
  );
  const livemode = useLivemode();
  const list = useLog(filters, appId, livemode);
  const navigate = useNavigate();
  const isFiltered = Object.keys(filters).some((name) => name !== "app");
  return (
    <Page
      title="Webhook logs"
      lead="What was sent to your servers, what they answered, and what is tried again. Kept for 90 days."
    >
      <LogFilterBar
        filters={filters}
        appId={appId}
        apps={apps}
        endpoints={(endpoints.data?.data ?? []).filter(
          (endpoint) => endpoint.livemode === livemode || endpoint.id === filters.endpoint,
        )}
      />
      <div className="card overflow-hidden">
        {isKnown && apps.length === 0 ? (
          <Empty
            icon={ScrollText}
            title="No app yet"
            action={
              <ButtonLink look="primary" to="/apps">
                Create an app
              </ButtonLink>
            }
          />
        ) : (
          <DeliveryTable
            list={list}
            empty={
              isFiltered ? (
                <Empty
                  icon={SearchX}
                  title="Nothing matches these filters"
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
                      Clear the filters
                    </Button>
                  }
                />
              ) : (
                <Empty
                  icon={ScrollText}
                  title="Nothing was sent yet"
                  action={<ButtonLink to="/webhooks">Go to the endpoints</ButtonLink>}
                >
                  As soon as something happens to a checkout, what was sent stands here. Send a test
                  from an endpoint to try it.
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
  const { endpoint } = filters;
  const fresh = { refetchEveryMs: 5_000 };
  const ofApp = useApiList(
    webhooks.listWebhookLogs,
    { query: { ...query, app_id: appId ?? 0, livemode: livemode ? "true" : "false" } },
    { ...fresh, enabled: endpoint === undefined && appId !== undefined },
  );
  const ofEndpoint = useApiList(
    webhooks.listDeliveries,
    { params: { id: endpoint ?? "" }, query },
    { ...fresh, enabled: endpoint !== undefined },
  );
  return useWithin(endpoint === undefined ? ofApp : ofEndpoint, filters.period);
}
