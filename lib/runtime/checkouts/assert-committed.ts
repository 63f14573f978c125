import { ServiceError } from "../../domain/errors.ts";
import type { Commit } from "../../store/transact.ts";

/**
 * Ends the request when a transaction was refused and the caller has no answer of its own to that:
 * somebody else was faster, and the same request may simply be sent again.
 */
export function assertCommitted(commit: Commit): void {
  if (commit.committed) return;
  if (commit.failed.includes("idempotency")) {
    throw new ServiceError(
      "idempotency_in_progress",
      "A repetition of this request has taken over.",
      { retryAfterSeconds: 1 },
    );
  }
  throw new ServiceError("service_unavailable", "The object was being changed; try again.", {
    retryAfterSeconds: 1,
  });
}
