import { PROVIDER_VIEWS } from "../../../lib/contract/providers.ts";
import { compact, numberOf, oneOf, textOf } from "./search.ts";
import { CHECKOUT_FILTERS, DELIVERY_STATUSES, PERIODS } from "./values.ts";

// Views read their filters by these functions, too: the router keeps in `useSearch` what `validateSearch` leaves out.

/** The filters of the list of checkouts, from the address. */
export function readCheckoutFilters(search: Record<string, unknown>) {
  return compact({
    status: oneOf(search.status, CHECKOUT_FILTERS),
    app: numberOf(search.app),
    search: textOf(search.search),
    from: dayOf(search.from),
    to: dayOf(search.to),
  });
}
export type CheckoutFilters = ReturnType<typeof readCheckoutFilters>;

/** The filter of a list that has only a search. */
export function readSearchFilter(search: Record<string, unknown>) {
  return compact({ search: textOf(search.search) });
}

export function readLogFilters(search: Record<string, unknown>) {
  return compact({
    app: numberOf(search.app),
    endpoint: textOf(search.endpoint),
    status: oneOf(search.status, DELIVERY_STATUSES),
    kind: textOf(search.kind),
    period: oneOf(search.period, PERIODS),
    search: textOf(search.search),
  });
}
export type LogFilters = ReturnType<typeof readLogFilters>;

/** Which entries of the books, from the address. */
export function readEntryFilters(search: Record<string, unknown>) {
  return compact({
    from: dayOf(search.from),
    to: dayOf(search.to),
    app_id: numberOf(search.app_id),
    provider: oneOf(search.provider, PROVIDERS),
    account_number: textOf(search.account_number),
    kind: oneOf(search.kind, ENTRY_KINDS),
  });
}
const ENTRY_KINDS = ["income", "verified", "approved", "rejected", "released"] as const;
const PROVIDERS = PROVIDER_VIEWS.map(({ id }) => id);

function dayOf(value: unknown): string | undefined {
  const text = textOf(value);
  // Dates such as 2026-13-40, and years that no checkout has, are left out.
  const isDay = text && /^2\d\d\d-\d\d-\d\d$/.test(text);
  return isDay && !Number.isNaN(Date.parse(`${text}T00:00Z`)) ? text : undefined;
}
