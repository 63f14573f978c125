import { ServiceError } from "../domain/errors.ts";

/** Other transactions keep changing the same items. Workers retry; callers get `conflict`. */
export class Contention extends ServiceError {
  constructor() {
    super("service_unavailable", "The object is being changed by other requests.", {
      retryAfterSeconds: 1,
    });
  }
}
