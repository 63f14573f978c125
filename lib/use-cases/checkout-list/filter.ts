import { dayOf, startOfDay } from "../../contract/days.ts";
import { grantOf } from "../../contract/roles.ts";
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
  now: number,
): Promise<CheckoutFilter> {
  if (query.app_id !== undefined) await loadApp(principal, query.app_id);
  return {
    accountId: principal.accountId,
    mode: modeOf(query.livemode),
    appId: query.app_id ?? null,
    status: query.status,
    partlyPaid: query.partially_paid === true,
    clientReference: query.client_reference,
    createdFrom: firstShown(principal, query, now),
    createdBefore: parseInstant(query.created_lt),
    // Binds the cursor to what the pages before it held back.
    ...(query.mine || principal.role === "cashier" ? { seenBy: principal.userId } : {}),
  };
}

/** A cashier's list begins today, unless it is of their own checkouts. */
function firstShown(
  { role }: UserPrincipal,
  { mine, created_gte: given }: ListDashboardCheckoutsQuery,
  now: number,
): number | undefined {
  const asked = parseInstant(given);
  if (mine || grantOf(role, "checkouts.read") === true) return asked;
  return Math.max(asked ?? 0, startOfDay(dayOf(now)));
}
