import type { ErrorCode } from "../domain/errors.ts";

/** HTTP status and title of every error code: the one place where a code meets HTTP (RFC 9457). */
export const PROBLEMS = {
  invalid_request: { status: 400, title: "The request is not valid" },
  unauthenticated: { status: 401, title: "Credentials are missing or not valid" },
  token_expired: { status: 401, title: "The access token has expired" },
  insufficient_credits: { status: 402, title: "No credits are left" },
  forbidden: { status: 403, title: "These credentials do not allow this" },
  not_found: { status: 404, title: "There is no such object or path" },
  checkout_not_open: { status: 409, title: "The checkout can no longer be changed this way" },
  reference_already_used: { status: 409, title: "The reference has been used already" },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this key is still running",
  },
  delivery_in_progress: { status: 409, title: "The delivery is being sent right now" },
  endpoint_disabled: { status: 409, title: "The webhook endpoint is disabled" },
  conflict: { status: 409, title: "The object is in the way of this change" },
  payload_too_large: { status: 413, title: "The body is larger than 64 KiB" },
  unsupported_media_type: { status: 415, title: "The body is not of an accepted media type" },
  idempotency_mismatch: { status: 422, title: "The key was used with another request" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something went wrong on our side" },
  service_unavailable: { status: 503, title: "The service cannot answer right now" },
} as const satisfies Record<ErrorCode, { status: number; title: string }>;

/** `type` of a problem: an absolute-path reference that resolves to its documentation. */
export function problemType(code: ErrorCode): string {
  return `/api/docs/#error-${code}`;
}

/** Problem details as they go over the wire, RFC 9457. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly request_id: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}
