import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { App } from "../../data/apps.tsx";
import { type Endpoint, useEventTypes } from "../../data/webhooks.ts";
import { type LogFilters, readLogFilters } from "../../search-filters.ts";
import { t } from "../../texts/t.ts";
import { AppOptions } from "../../ui/app-options.tsx";
import { FilterFrame } from "../../ui/filter-frame.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { DELIVERY_STATUSES, PERIODS } from "../../values.ts";
import { deliveryWords } from "./delivery-badge.tsx";

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
        key={filters.search ?? ""}
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
