/** Transient AWS errors: the same call may succeed a moment later. */
const NAMES = new Set([
  "TransactionConflictException",
  "TransactionInProgressException",
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "OverLimit",
  "InternalServerError",
  "ServiceUnavailable",
  "TimeoutError",
]);

/** Node error codes of a failed or broken connection. */
const CODES: ReadonlySet<unknown> = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
]);

/**
 * Whether an error of an AWS call is transient: throttling, a service failure, a broken connection. False for a canceled
 * transaction, whose reasons decide.
 */
export function passesByItself(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (NAMES.has(error.name)) return true;
  const { code, $metadata } = error as Error & {
    readonly code?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return CODES.has(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
}
