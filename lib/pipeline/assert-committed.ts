import { ServiceError } from "../domain/errors.ts";
import { type Commit, isRefused } from "../store/transact.ts";
import { accountIsClosed } from "./endpoint.ts";

/**
 * Throws if a transaction was refused for a reason that the caller does not handle.
 *
 * @throws ServiceError `idempotency_in_progress` if a retry took over the idempotency key, `unauthenticated` if the
 *   account was closed, else `conflict`
 */
export function assertCommitted(commit: Commit): asserts commit is { committed: true } {
  if (commit.committed) return;
  if (isRefused(commit, "idempotency")) {
    throw new ServiceError("idempotency_in_progress", "A retry of this request took over.", {
      retryAfterSeconds: 1,
    });
  }
  if (isRefused(commit, "open account")) throw accountIsClosed();
  throw lostRace();
}

/** The error after another request changed the same object first. */
export function lostRace(): ServiceError {
  return new ServiceError(
    "conflict",
    "Another request changed this object at the same time. Reload it, then try again.",
  );
}
