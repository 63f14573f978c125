import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useApps } from "../../data/apps.tsx";
import { STATUS_WORDS } from "../../data/checkouts.ts";
import { type CheckoutFilters, readCheckoutFilters } from "../../search-filters.ts";
import { CHECKOUT_STATUSES } from "../../values.ts";

/** Writes the filters into the address, so that a view can be shared and gone back to. */
export function Filters({ filters }: { readonly filters: CheckoutFilters }) {
  const navigate = useNavigate();
  const { apps } = useApps();
  const [search, setSearch] = useState(filters.search ?? "");
  const change = (changed: Record<string, string>) =>
    void navigate({
      to: "/checkouts",
      search: ({ mode }) => ({
        ...(mode && { mode }),
        ...readCheckoutFilters({ ...filters, ...changed }),
      }),
      replace: true,
    });
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <form
        className="w-full min-w-0 sm:w-auto sm:flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          change({ search: search.trim() });
        }}
      >
        <FilterFrame label="Search">
          <span className="relative block">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-3 left-3 size-4 text-soft"
            />
            <input
              type="search"
              aria-label="Search"
              enterKeyHint="search"
              value={search}
              maxLength={200}
              placeholder="Id, your reference, or the bank’s"
              onChange={(event) => setSearch(event.target.value)}
              onBlur={() =>
                search.trim() !== (filters.search ?? "") && change({ search: search.trim() })
              }
              className="input !pl-9"
            />
          </span>
        </FilterFrame>
      </form>
      <FilterFrame label="Status">
        <select
          aria-label="Status"
          value={filters.status ?? ""}
          onChange={(event) => change({ status: event.target.value })}
          className="input"
        >
          <option value="">Any</option>
          {CHECKOUT_STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_WORDS[status]}
            </option>
          ))}
        </select>
      </FilterFrame>
      {apps.length > 1 && (
        <FilterFrame label="App">
          <select
            aria-label="App"
            value={filters.app ?? ""}
            onChange={(event) => change({ app: event.target.value })}
            className="input"
          >
            <option value="">All</option>
            {apps.map(({ app_id, name }) => (
              <option key={app_id} value={app_id}>
                {name}
              </option>
            ))}
          </select>
        </FilterFrame>
      )}
      {(["from", "to"] as const).map((end) => (
        <FilterFrame key={end} label={end === "from" ? "From" : "To"}>
          <input
            type="date"
            aria-label={end === "from" ? "From" : "To"}
            value={filters[end] ?? ""}
            onChange={(event) => change({ [end]: event.target.value })}
            className="input"
          />
        </FilterFrame>
      ))}
    </search>
  );
}

export function FilterFrame({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0 max-sm:flex-1 max-sm:basis-32 sm:[&>select]:max-w-52">
      <span aria-hidden className="mb-1 block text-xs text-soft">
        {label}
      </span>
      {children}
    </div>
  );
}
