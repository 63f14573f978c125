/** Every error code a caller can see. One table in `contract/problems.ts` maps each to a status. */
export type ErrorCode =
  | "invalid_request"
  | "unauthenticated"
  | "token_expired"
  | "forbidden"
  | "account_suspended"
  | "second_factor_required"
  | "insufficient_credits"
  | "not_found"
  | "method_not_allowed"
  | "checkout_not_open"
  | "checkout_blocked"
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

/** Optional parts of an error. */
interface Extras {
  readonly errors?: readonly FieldError[];
  /** Whole seconds until a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The only error class shown to callers; any other error becomes `internal`. */
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

/** The error for an object that is missing or belongs to another tenant; callers can't tell which. */
export function notFound(noun: string): ServiceError {
  return new ServiceError("not_found", `There is no such ${noun}.`);
}

/** A 400 that names the invalid field, in the detail too: logs and command lines show nothing else. */
export function invalidField(path: string, message: string): ServiceError {
  return new ServiceError("invalid_request", `${path}: ${message}`, {
    errors: [{ path, message }],
  });
}

/** Makes a `switch` exhaustive: a missing case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}

/** The error for what a suspended account may not do. */
export function accountIsSuspended(): ServiceError {
  return new ServiceError(
    "account_suspended",
    "The operator of the service has suspended this account. Contact the operator.",
  );
}
