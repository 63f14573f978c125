import type { ErrorCode } from "../domain/errors.ts";

/** HTTP status and title of every error code (RFC 9457). */
export const PROBLEMS = {
  invalid_request: { status: 400, title: "The request is not valid" },
  unauthenticated: { status: 401, title: "Credentials are missing or not valid" },
  token_expired: { status: 401, title: "The access token has expired" },
  insufficient_credits: { status: 402, title: "No credits are left" },
  forbidden: { status: 403, title: "These credentials do not allow this" },
  not_found: { status: 404, title: "There is no such object or path" },
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
  unsupported_media_type: { status: 415, title: "The body is not of an accepted media type" },
  idempotency_mismatch: { status: 422, title: "The key was used with another request" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something went wrong on our side" },
  service_unavailable: { status: 503, title: "The service cannot answer right now" },
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
