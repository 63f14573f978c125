import type { DeliveryAnswer, DeliveryAttemptAnswer } from "../../contract/schemas/delivery.ts";
import type {
  RecoveryAnswer,
  WebhookEndpointAnswer,
  WebhookSecretAnswer,
} from "../../contract/schemas/webhook.ts";
import { type Delivery, dueAt } from "../../domain/delivery.ts";
import type { DeliveryAttempt } from "../../domain/delivery-attempt.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import type { Recovery } from "../../domain/recovery.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";

/** An endpoint at `now` (ms), as the API returns it: without its secret. */
export function presentEndpoint(endpoint: WebhookEndpoint, now: number): WebhookEndpointAnswer {
  return {
    id: endpoint.id,
    object: "webhook_endpoint",
    app_id: endpoint.appId,
    livemode: endpoint.livemode,
    url: endpoint.url,
    events: [...endpoint.events],
    description: endpoint.description,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    disabled_at: instantOrNull(endpoint.disabledAt),
    health: {
      state: endpoint.slow ? "slow" : endpoint.failuresInARow > 0 ? "failing" : "healthy",
      failures_in_a_row: endpoint.failuresInARow,
      failing_since: instantOrNull(endpoint.failingSince),
      last_success_at: instantOrNull(endpoint.lastSuccessAt),
    },
    previous_secret_expires_at: overlapEnd(endpoint, now),
    created_at: instant(endpoint.createdAt),
  };
}

/** The signing secret. `secret` is null in the copy that is stored to replay an idempotent request. */
export function presentSecret(
  endpoint: WebhookEndpoint,
  secret: string | null,
  now: number,
): WebhookSecretAnswer {
  return {
    id: endpoint.id,
    object: "webhook_secret",
    secret,
    previous_secret_expires_at: overlapEnd(endpoint, now),
  };
}

export function presentDelivery(delivery: Delivery): DeliveryAnswer {
  return {
    id: delivery.id,
    object: "webhook_delivery",
    livemode: delivery.livemode,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts_count: delivery.attemptsCount,
    next_attempt_at: instantOrNull(dueAt(delivery)),
    last_status_code: delivery.lastStatusCode,
    last_error_code: delivery.lastErrorCode,
    created_at: instant(delivery.createdAt),
    completed_at: instantOrNull(delivery.completedAt),
    trigger: delivery.trigger,
  };
}

export function presentDeliveryAttempt(attempt: DeliveryAttempt): DeliveryAttemptAnswer {
  return {
    number: attempt.number,
    trigger: attempt.trigger,
    status: attempt.status,
    error_code: attempt.errorCode,
    response_status: attempt.responseStatus,
    response_headers: attempt.responseHeaders,
    response_body: attempt.responseBody,
    truncated: attempt.truncated,
    duration_ms: attempt.durationMs,
    remote_ip: attempt.remoteIp,
    started_at: instant(attempt.startedAt),
  };
}

export function presentRecovery(recovery: Recovery): RecoveryAnswer {
  return {
    id: recovery.id,
    object: "webhook_recovery",
    endpoint_id: recovery.endpointId,
    status: recovery.status,
    since: instant(recovery.since),
    recovered: recovery.recovered,
    created_at: instant(recovery.createdAt),
    completed_at: instantOrNull(recovery.completedAt),
  };
}

function overlapEnd({ previousSecret }: WebhookEndpoint, now: number): string | null {
  return previousSecret !== null && previousSecret.until > now
    ? instant(previousSecret.until)
    : null;
}
