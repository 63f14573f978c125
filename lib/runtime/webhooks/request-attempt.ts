import { afterManualRequest, type Delivery, isLeased } from "../../domain/delivery.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { assertEnabled } from "./load.ts";

/**
 * The delivery with one more attempt asked for by hand.
 *
 * @throws ServiceError `endpoint_disabled`, or `delivery_in_progress` while it is being sent
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

/** A sender has the delivery, or took it just now. */
export function inFlight(): ServiceError {
  return new ServiceError("delivery_in_progress", "It is being sent right now; see how it ends.", {
    retryAfterSeconds: 15,
  });
}
