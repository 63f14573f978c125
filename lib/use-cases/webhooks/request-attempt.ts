import { afterManualRequest, type Delivery, isLeased } from "../../domain/delivery.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { assertEnabled } from "./load.ts";

/**
 * The delivery with one more manual attempt requested.
 *
 * @throws ServiceError `endpoint_disabled`, or `delivery_in_progress` while a sender holds its lease
 */
export function requestAttempt(
  endpoint: WebhookEndpoint,
  delivery: Delivery,
  now: number,
): Delivery {
  assertEnabled(endpoint);
  if (isLeased(delivery, now)) throw inFlight();
  return afterManualRequest(delivery, endpoint.slow ? "delivery-slow" : "delivery", now);
}

/** A sender holds the lease, or has just taken it. */
export function inFlight(): ServiceError {
  return new ServiceError(
    "delivery_in_progress",
    "The delivery is being sent right now. Try again when the attempt has ended.",
    {
      retryAfterSeconds: 15,
    },
  );
}
