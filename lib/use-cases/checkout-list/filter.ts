import type { ListDashboardCheckoutsQuery } from "../../contract/schemas/dashboard-checkout.ts";
import { parseInstant } from "../../domain/instant.ts";
import { modeOf } from "../../domain/mode.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import type { CheckoutFilter } from "../../store/checkout-lists.ts";
import { loadApp } from "../apps/app.ts";

/** The filter of a dashboard query. @throws ServiceError `not_found` for an app of another account */
export async function filterOf(
  principal: UserPrincipal,
  query: ListDashboardCheckoutsQuery,
): Promise<CheckoutFilter> {
  if (query.app_id !== undefined) await loadApp(principal, query.app_id);
  return {
    accountId: principal.accountId,
    mode: modeOf(query.livemode),
    appId: query.app_id ?? null,
    status: query.status,
    partlyPaid: query.partially_paid === true,
    clientReference: query.client_reference,
    createdFrom: parseInstant(query.created_gte),
    createdBefore: parseInstant(query.created_lt),
  };
}
