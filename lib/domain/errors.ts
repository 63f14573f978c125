/** Every error code a caller can see. One table in `contract/problems.ts` maps each to a status. */
export type ErrorCode =
  | "invalid_request"
  | "unauthenticated"
  | "token_expired"
  | "forbidden"
  | "insufficient_credits"
  | "not_found"
  | "checkout_not_open"
  | "reference_already_used"
  | "idempotency_in_progress"
  | "delivery_in_progress"
  | "endpoint_disabled"
  | "conflict"
  | "payload_too_large"
  | "unsupported_media_type"
  | "idempotency_mismatch"
  | "rate_limited"
  | "internal"
  | "service_unavailable";

/** One field of the input that was refused. `path` is dotted, e.g. `customer.phone`. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** What an error may carry besides its code and its sentence. */
interface Extras {
  readonly errors?: readonly FieldError[];
  /** Whole seconds after which trying again makes sense; rendered as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The one error class that is shown to callers; anything else becomes `internal`. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(code: ErrorCode, detail: string, extras: Extras = {}) {
    super(detail);
    this.code = code;
    this.extras = extras;
  }
}

/** The answer for an object that is missing, or another tenant's: both look the same. */
export function notFound(noun: string): ServiceError {
  return new ServiceError("not_found", `There is no such ${noun}.`);
}

/** A 400 that names the field. */
export function invalidField(path: string, message: string): ServiceError {
  return new ServiceError("invalid_request", message, { errors: [{ path, message }] });
}
