import { ServiceError } from "../domain/errors.ts";

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
