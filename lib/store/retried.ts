import { setTimeout as pause } from "node:timers/promises";
import { ServiceError } from "../domain/errors.ts";

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

/** Other transactions keep changing the same items. Workers retry; callers get `conflict`. */
export class Contention extends ServiceError {
  constructor() {
    super(
      "service_unavailable",
      "Other requests are changing this object. Try again in a moment.",
      {
        retryAfterSeconds: 1,
      },
    );
  }
}

const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 20;

/** Which errors of a call are transient, and which of these mean that other transactions prevented it. */
interface Kinds {
  readonly isTransient: (error: unknown) => boolean;
  readonly isContention: (error: unknown) => boolean;
}

const OF_SINGLE_CALLS: Kinds = {
  isTransient: passesByItself,
  // By name, because the class would bring the client into every bundle.
  isContention: (error) => error instanceof Error && error.name === "TransactionConflictException",
};

/**
 * Makes a call that can be repeated. Retries conflicts, throttling and table failures up to 5 times with growing,
 * jittered pauses. A try whose response was lost may have been applied, so a single conditional write can be refused
 * because of itself.
 *
 * @throws ServiceError `service_unavailable` after the last try; `Contention` if only other transactions on the same
 *   items prevented it
 */
export async function retried<T>(
  call: () => Promise<T>,
  { isTransient, isContention }: Kinds = OF_SINGLE_CALLS,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (tries === MAX_TRIES) throw isContention(error) ? new Contention() : busy();
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

function busy(): ServiceError {
  return new ServiceError("service_unavailable", "The database is busy. Try again shortly.", {
    retryAfterSeconds: 1,
  });
}
