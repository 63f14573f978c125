import { ServiceError } from "../domain/errors.ts";

/** The error for an access token of a closed account. */
export function accountIsClosed(): ServiceError {
  return new ServiceError("unauthenticated", "This account is closed.");
}
