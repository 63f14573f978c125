import type { ErrorCode } from "../domain/errors.ts";
import { grantOf, ROLES } from "./roles.ts";
import type { Route } from "./route.ts";

/** HTTP status and title of every error code (RFC 9457). */
export const PROBLEMS = {
  invalid_request: { status: 400, title: "The request is not valid" },
  unauthenticated: { status: 401, title: "Credentials are missing or not valid" },
  token_expired: { status: 401, title: "The access token has expired" },
  insufficient_credits: { status: 402, title: "No credits are left" },
  forbidden: { status: 403, title: "These credentials do not allow this" },
  account_suspended: { status: 403, title: "The account is suspended" },
  second_factor_required: { status: 403, title: "A second factor is required" },
  not_found: { status: 404, title: "The object or path does not exist" },
  method_not_allowed: { status: 405, title: "This path does not support the method" },
  checkout_not_open: { status: 409, title: "The checkout is not open" },
  checkout_blocked: { status: 409, title: "The checkout accepts no more references" },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this key is still running",
  },
  delivery_in_progress: { status: 409, title: "The delivery is being sent right now" },
  endpoint_disabled: { status: 409, title: "The webhook endpoint is disabled" },
  conflict: { status: 409, title: "The request conflicts with the object's current state" },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body's media type is not supported" },
  idempotency_mismatch: { status: 422, title: "The key was used with a different request" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something went wrong on our side" },
  service_unavailable: { status: 503, title: "The service is temporarily unavailable" },
} as const satisfies Record<ErrorCode, { status: number; title: string }>;

/**
 * `type` of a problem: the absolute URL of its documentation.
 *
 * @param baseUrl address of the service, without a trailing slash
 */
export function problemType(code: ErrorCode, baseUrl: string): string {
  return `${baseUrl}/api/docs/errors/#error-${code}`;
}

/** Problem details as sent over HTTP, RFC 9457. */
export interface ProblemBody {
  /** Absolute URL of the code's documentation. */
  readonly type: string;
  readonly title: string;
  /** HTTP status. */
  readonly status: number;
  /** What went wrong in this request. */
  readonly detail: string;
  readonly code: ErrorCode;
  readonly request_id: string;
  /** Fields of the request that are not valid. `path` is dotted. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

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
    [route.needsActiveAccount === true, ["account_suspended"]],
    [route.secondFactor === true || route.recentSignIn === true, ["second_factor_required"]],
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

/** What a caller should do about each code; a problem's `type` links to this text. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    "A field, parameter or body does not match the documentation. `errors` names each field. Unknown fields are rejected so that a typo never passes silently.",
  unauthenticated:
    "Send `Authorization: Bearer …`. The key may be mistyped, revoked or expired, or the operation may need an access token instead of an API key, or vice versa.",
  token_expired: "Get a new access token from `/api/auth/refresh/` and repeat the request.",
  forbidden:
    "The credential is valid but lacks a permission: create a key with the permission that `detail` names.",
  account_suspended:
    "The operator of the service has suspended the account: it can open no checkouts, and change nothing that could take payments. Reading works, and so do references of customers who have paid. Contact the operator. Repeating the request does not help.",
  second_factor_required:
    "Prove one of your sign-in methods again (`PUT /api/platform/session/proof/`), then repeat the request within 10 minutes. Where `detail` says so, signing in again is enough.",
  insufficient_credits:
    "Buy credits. Open checkouts are not lost: a payment whose receipt matches waits for credits.",
  not_found:
    "The path or the object does not exist, or the object belongs to another account, app or mode.",
  method_not_allowed: "Use one of the methods in the header `Allow`.",
  checkout_not_open:
    "The checkout's status does not allow this operation; `detail` says which status it needs. For another payment, create a new checkout.",
  checkout_blocked:
    "Too many references failed for this checkout or are waiting for your decision. Retrying does not help: approve or reject the checkout if it is in review or partly paid, or create a new checkout, which accepts payments made up to 15 minutes before its creation.",
  idempotency_in_progress: "Wait a second and repeat the request with the same key.",
  delivery_in_progress: "The webhook is being sent now; check it again shortly.",
  endpoint_disabled: "Enable the webhook endpoint, then resend.",
  conflict:
    "The object's state does not allow this change, or another request changed it at the same time. `detail` says which; read the object, then decide again.",
  payload_too_large:
    "Send at most 64 KiB. Some operations have another limit, which `detail` names: 5 MiB for a statement, 67 KiB for a logo (a file of 50 KB), 4 KiB for a message that a phone forwards.",
  unsupported_media_type: "Send the body as `application/json`, uncompressed.",
  idempotency_mismatch: "Use a new `Idempotency-Key` for a new request.",
  rate_limited: "Wait the number of seconds in `Retry-After`.",
  internal:
    "Repeat the request, with the same `Idempotency-Key` if it had one; if the error persists, contact support with the `request_id`.",
  service_unavailable:
    "Repeat the request after the number of seconds in `Retry-After`, with the same `Idempotency-Key` if it had one.",
};
