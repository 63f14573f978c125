import { useNavigate } from "@tanstack/react-router";
import { useApps } from "../../data/apps.tsx";
import { STATUS_WORDS } from "../../data/checkouts.ts";
import { formatDay } from "../../format.ts";
import { type CheckoutFilters, readCheckoutFilters } from "../../search-filters.ts";
import { language, t } from "../../texts/t.ts";
import { AppOptions } from "../../ui/app-options.tsx";
import { FilterFrame } from "../../ui/filter-frame.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { CHECKOUT_FILTERS, PARTLY_PAID } from "../../values.ts";

/** Filters of the list. They are kept in the address, for sharing and the back button. */
export function Filters({ filters }: { readonly filters: CheckoutFilters }) {
  const navigate = useNavigate();
  const { apps } = useApps();
  const change = (changed: Record<string, string>) =>
    void navigate({
      to: "/checkouts",
      search: ({ mode }) => ({
        ...(mode && { mode }),
        ...readCheckoutFilters({ ...filters, ...changed }),
      }),
    });
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <SearchField
        value={filters.search ?? ""}
        placeholder={t("checkouts.idReferencePhoneOr")}
        onSearch={(search) => change({ search })}
      />
      <FilterFrame label={t("checkouts.status")}>
        <select
          aria-label={t("checkouts.status")}
          value={filters.status ?? ""}
          onChange={(event) => change({ status: event.target.value })}
          className="input"
        >
          <option value="">{t("checkouts.any")}</option>
          {CHECKOUT_FILTERS.map((status) => (
            <option key={status} value={status}>
              {status === PARTLY_PAID ? t("checkouts.partiallyPaid") : STATUS_WORDS[status]}
            </option>
          ))}
        </select>
      </FilterFrame>
      {apps.length > 1 && (
        <FilterFrame label={t("apps.app")}>
          <select
            aria-label={t("apps.app")}
            value={filters.app ?? ""}
            onChange={(event) => change({ app: event.target.value })}
            className="input"
          >
            <option value="">{t("checkouts.all")}</option>
            <AppOptions apps={apps} />
          </select>
        </FilterFrame>
      )}
      {(["from", "to"] as const).map((end) => (
        <FilterFrame key={end} label={end === "from" ? t("checkouts.from") : t("checkouts.to")}>
          <input
            type="date"
            aria-label={end === "from" ? t("checkouts.from") : t("checkouts.to")}
            value={filters[end] ?? ""}
            onChange={(event) => change({ [end]: event.target.value })}
            className="input"
          />
          {filters[end] && language() === "am" && (
            <span className="mt-1 block text-xs text-soft">{formatDay(filters[end])}</span>
          )}
        </FilterFrame>
      ))}
    </search>
  );
}
