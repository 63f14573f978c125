import type { ErrorCode } from "../domain/errors.ts";
import { grantOf, ROLES } from "./roles.ts";
import type { Route } from "./route.ts";

/** Whether a query schema ignores parameters that it does not name. */
export function ignoresUnknown(query: Route["request"]["query"]): boolean {
  return query !== undefined && query.def.catchall === undefined;
}

/** Items that no transaction writes, or that only one request writes. */
const NEVER_CONTENDED: ReadonlySet<string> = new Set([
  "audit",
  "cursor_key",
  "failed_request",
  "idempotency",
  "login_code",
  "nonce",
  "rate",
]);

/** Whether the operation writes items that another request may be writing in a transaction. */
function mayLoseRace({ access }: Route): boolean {
  return Object.entries(access.table ?? {}).some(
    ([entity, actions]) =>
      !NEVER_CONTENDED.has(entity) && actions.some((action) => /^(Put|Update|Delete)/.test(action)),
  );
}

/** Whether a member's role can lack the operation's permission, or a part of it. */
function mayLackPermission({ permission }: Route): boolean {
  return permission !== undefined && ROLES.some((role) => grantOf(role, permission) !== true);
}

/** Every error code of an operation: its own, and those of all operations of its kind. */
export function routeErrors(route: Route): readonly ErrorCode[] {
  const { request } = route;
  const kinds: readonly [boolean, readonly ErrorCode[]][] = [
    // Without a query of its own, an operation rejects every query parameter.
    [request.body !== undefined || !ignoresUnknown(request.query), ["invalid_request"]],
    [route.auth !== "none", ["unauthenticated"]],
    [route.auth === "jwt", ["token_expired"]],
    [mayLackPermission(route), ["forbidden"]],
    [route.scope !== undefined, ["forbidden"]],
    [request.params !== undefined, ["not_found"]],
    [mayLoseRace(route), ["conflict"]],
    [request.body !== undefined, ["payload_too_large", "unsupported_media_type"]],
    [route.idempotent, ["idempotency_in_progress", "idempotency_mismatch"]],
    [true, ["rate_limited", "internal", "service_unavailable"]],
  ];
  const common = kinds.flatMap(([applies, codes]) => (applies ? codes : []));
  return [...new Set([...route.errors, ...common])];
}
