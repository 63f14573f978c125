import type { ListDashboardCheckoutsQuery } from "../../contract/schemas/dashboard-checkout.ts";
import { modeOf } from "../../domain/mode.ts";
import type { CheckoutFilter } from "../../store/checkouts.ts";
import { loadApp } from "../apps/load-app.ts";

/** What a query asks for, of this account. @throws ServiceError `not_found` for an app that is not its own */
export async function filterOf(
  query: ListDashboardCheckoutsQuery,
  accountId: string,
): Promise<CheckoutFilter> {
  if (query.app_id !== undefined) await loadApp(accountId, query.app_id);
  return {
    accountId,
    mode: modeOf(query.livemode),
    appId: query.app_id ?? null,
    status: query.status,
    clientReference: query.client_reference,
    createdFrom: instantOf(query.created_gte),
    createdBefore: instantOf(query.created_lt),
  };
}

/** The schema has made sure that it is RFC 3339; before 1970 there is nothing. */
function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.max(0, Date.parse(text));
}
