import type { ErrorCode } from "../domain/errors.ts";
import type { Route } from "./route.ts";

/** Every code that an operation can answer with: its own, and those of all operations of its kind. */
export function routeErrors(route: Route): readonly ErrorCode[] {
  const { request } = route;
  const takesInput = request.params ?? request.query ?? request.body;
  const kinds: readonly [boolean, readonly ErrorCode[]][] = [
    [takesInput !== undefined || route.idempotent, ["invalid_request"]],
    [route.auth !== "none", ["unauthenticated"]],
    [route.auth === "jwt", ["token_expired"]],
    [route.scope !== undefined, ["forbidden"]],
    [request.params !== undefined, ["not_found"]],
    [request.body !== undefined, ["payload_too_large", "unsupported_media_type"]],
    [route.idempotent, ["idempotency_in_progress", "idempotency_mismatch"]],
    [true, ["rate_limited", "internal", "service_unavailable"]],
  ];
  const common = kinds.flatMap(([applies, codes]) => (applies ? codes : []));
  return [...new Set([...route.errors, ...common])];
}
