import type { ErrorCode } from "../domain/errors.ts";

/** What a caller should do about each code: the text that a problem's `type` leads to. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    "A field, parameter or the body itself is not as documented. `errors` names each field. Unknown fields are refused so that a typing error never passes silently.",
  unauthenticated:
    "Send `Authorization: Bearer …`. A key may be mistyped, revoked, expired, of the other mode or meant for another part of the API.",
  token_expired: "Get a new access token from `/api/auth/refresh/` and repeat the request.",
  forbidden: "The credential is good but may not do this: give the key the scope that is named.",
  insufficient_credits:
    "Buy credits. Checkouts that are under way lose nothing: a payment proved meanwhile waits for the credits.",
  not_found:
    "The object does not exist, belongs to somebody else or to the other mode, or the path has no such method.",
  checkout_not_open: "The checkout is verified, canceled, rejected, or its grace period is over.",
  reference_already_used:
    "Another checkout of the account was verified with this payment; it cannot be approved twice.",
  idempotency_in_progress: "Wait a second and repeat the request with the same key.",
  delivery_in_progress: "The webhook is being sent at this moment; look at it again shortly.",
  endpoint_disabled: "Enable the webhook endpoint first, then send again.",
  conflict: "The object stands in the way of this change; `detail` says why.",
  payload_too_large: "Send at most 64 KiB.",
  unsupported_media_type: "Send the body as `application/json`.",
  idempotency_mismatch: "Use a new `Idempotency-Key` for a new request.",
  rate_limited: "Wait as many seconds as `Retry-After` says.",
  internal: "Repeat the request; if it stays, write to us with the `request_id`.",
  service_unavailable: "Repeat the request after as many seconds as `Retry-After` says.",
};
