import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { App } from "../../data/apps.tsx";
import { type Endpoint, useEventTypes } from "../../data/webhooks.ts";
import { type LogFilters, readLogFilters } from "../../search-filters.ts";
import { DELIVERY_STATUSES, PERIODS } from "../../values.ts";
import { FilterFrame } from "../checkouts/filters.tsx";
import { deliveryWords } from "./delivery-badge.tsx";

const PERIOD_WORDS: Readonly<Record<(typeof PERIODS)[number], string>> = {
  "1h": "Last hour",
  "24h": "Last day",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

export function LogFilterBar({
  filters,
  appId,
  apps,
  endpoints,
}: {
  readonly filters: LogFilters;
  /** The one whose log is shown. */
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
      replace: true,
    });
  const picker = (label: string, name: keyof LogFilters, options: ReactNode) => (
    <FilterFrame label={label}>
      <select
        aria-label={label}
        value={filters[name] ?? (name === "app" ? appId : undefined) ?? ""}
        onChange={(event) =>
          // Endpoints belong to an app: another app has others.
          change({ [name]: event.target.value, ...(name === "app" && { endpoint: undefined }) })
        }
        className="input"
      >
        {options}
      </select>
    </FilterFrame>
  );
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      {apps.length > 1 &&
        picker(
          "App",
          "app",
          apps.map(({ app_id, name }) => (
            <option key={app_id} value={app_id}>
              {name}
            </option>
          )),
        )}
      {picker(
        "Status",
        "status",
        <>
          <option value="">Any</option>
          {DELIVERY_STATUSES.map((status) => (
            <option key={status} value={status}>
              {deliveryWords(status)}
            </option>
          ))}
        </>,
      )}
      {picker(
        "Event",
        "kind",
        <>
          <option value="">Any</option>
          {kinds.map(({ type }) => (
            <option key={type}>{type}</option>
          ))}
        </>,
      )}
      {picker(
        "Endpoint",
        "endpoint",
        <>
          <option value="">All</option>
          {endpoints.map(({ id, url }) => (
            <option key={id} value={id}>
              {url.replace(/^https?:\/\//, "").slice(0, 48)}
            </option>
          ))}
        </>,
      )}
      {picker(
        "Time",
        "period",
        <>
          <option value="">All</option>
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
