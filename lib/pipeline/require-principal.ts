import { PROBLEMS } from "../contract/problems.ts";
import type { Route } from "../contract/route.ts";
import { type ErrorCode, ServiceError } from "../domain/errors.ts";
import { type Principal, readPrincipal } from "./principal.ts";

type AuthorizerContext = Readonly<Record<string, unknown>> | null | undefined;

/**
 * The principal from the authorizer; null for operations without a credential. Checks the kind of credential and the
 * key's scope, which the authorizer's policy does not.
 *
 * @throws ServiceError `unauthenticated`, `forbidden`, or the problem that the authorizer passed on
 */
export function requirePrincipal(route: Route, context: AuthorizerContext): Principal | null {
  if (route.auth === "none") return null;
  const problem = context?.problem;
  if (typeof problem === "string" && Object.hasOwn(PROBLEMS, problem)) {
    const detail = typeof context?.detail === "string" ? context.detail : PROBLEMS_DETAIL;
    // The context carries only code and detail; the authorizer's only limit is per second.
    const extras = problem === "rate_limited" ? { retryAfterSeconds: 1 } : {};
    throw new ServiceError(problem as ErrorCode, detail, extras);
  }
  const principal = readPrincipal(context?.principal);
  const expected = route.auth === "api-key" ? "key" : "user";
  if (principal?.kind !== expected) {
    throw new ServiceError("unauthenticated", "This operation needs another kind of credential.");
  }
  if (principal.kind === "key" && route.scope && !principal.scopes.includes(route.scope)) {
    throw new ServiceError("forbidden", `This key lacks the permission ${route.scope}.`);
  }
  return principal;
}

const PROBLEMS_DETAIL = "The credentials of this request cannot be used.";
