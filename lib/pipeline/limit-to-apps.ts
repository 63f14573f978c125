import type * as z from "zod";
import type { Route } from "../contract/route.ts";
import { invalidField, notFound } from "../domain/errors.ts";
import { type UserPrincipal, worksWith } from "./principal.ts";

interface Named {
  readonly app_id?: number | null | undefined;
  readonly endpoint_id?: string | undefined;
}

/**
 * Limits a member with some apps to requests that name one of them. Where an operation can name an app and the request
 * does not, it would concern all apps: it is refused, so that no list shows and no object belongs to another app. What is
 * found by its own id is checked by `readable`.
 *
 * @throws ServiceError `not_found` for another app, `invalid_request` without one
 */
export function limitToApps(
  { request }: Route,
  principal: UserPrincipal,
  given: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown },
): void {
  if (principal.apps === null) return;
  for (const part of ["params", "query", "body"] as const) {
    if (!canNameApp(request[part])) continue;
    const { app_id: appId, endpoint_id: endpointId } = (given[part] ?? {}) as Named;
    // An endpoint belongs to one app, which `readable` checks.
    if (endpointId !== undefined) continue;
    if (appId === undefined || appId === null) {
      throw invalidField("app_id", "is required: you work with some apps only");
    }
    if (!worksWith(principal, appId)) throw notFound("app");
  }
}

function canNameApp(schema: z.ZodType | undefined): boolean {
  const shape = (schema as z.ZodObject | undefined)?.shape;
  return typeof shape === "object" && Object.hasOwn(shape, "app_id");
}
