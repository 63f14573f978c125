/** AWS errors that pass by themselves: the same call may succeed a moment later. */
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

/** What Node calls a connection that broke, or never came about. */
const CODES = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT", "EAI_AGAIN"]);

/**
 * Whether an error of a call to AWS says nothing about the call itself: throttling, a failing service,
 * a broken connection. A cancelled transaction is not judged here; its reasons tell.
 */
export function passesByItself(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (NAMES.has(error.name)) return true;
  const { code, $metadata } = error as Error & {
    readonly code?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return (typeof code === "string" && CODES.has(code)) || ($metadata?.httpStatusCode ?? 0) >= 500;
}
