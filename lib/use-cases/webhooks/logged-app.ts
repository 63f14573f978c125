import { invalidField } from "../../domain/errors.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { loadApp } from "../apps/load-app.ts";

/**
 * The app whose deliveries are listed: the given one, or the only app with endpoints. Null if no app has
 * endpoints.
 *
 * @throws ServiceError `not_found`, or `invalid_request` if several apps have endpoints and none is given
 */
export async function loggedApp(
  principal: UserPrincipal,
  named: number | undefined,
): Promise<number | null> {
  if (named !== undefined) return (await loadApp(principal, named)).app.appId;
  const endpoints = await endpointsOfAccount(table(), principal.accountId);
  const [only = null, ...more] = new Set(endpoints.map(({ appId }) => appId));
  if (more.length > 0) throw invalidField("app_id", "must name one of your apps");
  return only;
}
