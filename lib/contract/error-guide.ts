import type { ErrorCode } from "../domain/errors.ts";

/** What a caller should do about each code; a problem's `type` links to this text. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    "A field, a parameter or the body is not as documented. `errors` names each field. Unknown fields are refused so that a typo never passes silently.",
  unauthenticated:
    "Send `Authorization: Bearer …`. The key may be mistyped, revoked or expired, or the operation may need an access token instead of an API key, or the reverse.",
  token_expired: "Get a new access token from `/api/auth/refresh/` and repeat the request.",
  forbidden:
    "The credential is valid but lacks a permission: create a key with the permission that `detail` names.",
  insufficient_credits:
    "Buy credits. Open checkouts are not lost: a payment whose receipt matches waits for credits.",
  not_found:
    "The path or the object does not exist, or the object belongs to another account, app or mode.",
  method_not_allowed: "Use one of the methods in the header `Allow`.",
  checkout_not_open:
    "The checkout's status does not allow this operation; `detail` says which status it needs. For another payment, create a new checkout.",
  checkout_blocked:
    "Too many references failed for this checkout, or wait for your decision. Waiting does not help: approve or reject the checkout if it is in review or partly paid, or create a new checkout, which accepts payments made up to 15 minutes before its creation.",
  idempotency_in_progress: "Wait a second and repeat the request with the same key.",
  delivery_in_progress: "The webhook is being sent now; check it again shortly.",
  endpoint_disabled: "Enable the webhook endpoint, then resend.",
  conflict:
    "The object's state does not allow this change, or another request changed it at the same time. `detail` says which; read the object, then decide again.",
  payload_too_large: "Send at most 64 KiB, and a logo of at most 50 KB.",
  unsupported_media_type: "Send the body as `application/json`.",
  idempotency_mismatch: "Use a new `Idempotency-Key` for a new request.",
  rate_limited: "Wait the number of seconds in `Retry-After`.",
  internal:
    "Repeat the request, with the same `Idempotency-Key` if it had one; if the error remains, contact support with the `request_id`.",
  service_unavailable:
    "Repeat the request after the number of seconds in `Retry-After`, with the same `Idempotency-Key` if it had one.",
};
