import { compact, numberOf, oneOf, textOf } from "./search.ts";
import { CHECKOUT_STATUSES, DELIVERY_STATUSES, PERIODS } from "./values.ts";

/** What the list of checkouts is narrowed down by, as it stands in the address. */
export function readCheckoutFilters(search: Record<string, unknown>) {
  return compact({
    status: oneOf(search.status, CHECKOUT_STATUSES),
    app: numberOf(search.app),
    search: textOf(search.search),
    from: dayOf(search.from),
    to: dayOf(search.to),
  });
}
export type CheckoutFilters = ReturnType<typeof readCheckoutFilters>;

export function readLogFilters(search: Record<string, unknown>) {
  return compact({
    app: numberOf(search.app),
    endpoint: textOf(search.endpoint),
    status: oneOf(search.status, DELIVERY_STATUSES),
    kind: textOf(search.kind),
    period: oneOf(search.period, PERIODS),
  });
}
export type LogFilters = ReturnType<typeof readLogFilters>;

function dayOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}
