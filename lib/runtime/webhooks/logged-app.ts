import { invalidField, notFound } from "../../domain/errors.ts";
import { getAppWithMethods } from "../../store/apps.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import { table } from "../deps.ts";

/**
 * The app whose deliveries are asked for: the one that is named, or the only one that has endpoints;
 * null where none has.
 *
 * @throws ServiceError `not_found`, or `invalid_request` where it has to be named
 */
export async function loggedApp(
  accountId: string,
  named: number | undefined,
): Promise<number | null> {
  if (named !== undefined) {
    if ((await getAppWithMethods(table(), accountId, named)) === null) throw notFound("app");
    return named;
  }
  const endpoints = await endpointsOfAccount(table(), accountId);
  const [only = null, ...more] = new Set(endpoints.map(({ appId }) => appId));
  if (more.length > 0) throw invalidField("app_id", "must name one of your apps");
  return only;
}
