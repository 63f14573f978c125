import { createHash } from "node:crypto";
import * as z from "zod";
import type {
  DeliveryAnswer,
  DeliveryAttemptAnswer,
  LoggedDeliveryAnswer,
} from "../../contract/schemas/delivery.ts";
import type {
  RecoveryAnswer,
  WebhookEndpointAnswer,
  WebhookSecretAnswer,
} from "../../contract/schemas/webhook.ts";
import { type Delivery, type DeliveryAttempt, dueAt } from "../../domain/delivery.ts";
import { invalidField, notFound, ServiceError } from "../../domain/errors.ts";
import { eventOf } from "../../domain/event-record.ts";
import { derivedId, idInPart, idTime, isId, partOfId } from "../../domain/ids.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import type { Recovery } from "../../domain/user.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { now, table } from "../../pipeline/deps.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import { type Principal, readable, type UserPrincipal } from "../../pipeline/principal.ts";
import { getDelivery } from "../../store/deliveries.ts";
import { lastDurations } from "../../store/delivery-attempts.ts";
import { endpointsOfAccount, getEndpoint } from "../../store/endpoints.ts";
import { getEventsWithBodies } from "../../store/events.ts";
import { getRecovery } from "../../store/recoveries.ts";
import { loadApp } from "../apps/app.ts";

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
    secret_rotated_at: instantOrNull(endpoint.secretRotatedAt ?? null),
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
    secret_rotated_at: instantOrNull(endpoint.secretRotatedAt ?? null),
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

const checkout = z.object({
  amount: z.int(),
  currency: z.string(),
  client_reference: z.string().nullable(),
});
/** A failed attempt carries its checkout. */
const body = z.object({
  data: z.object({
    object: z.union([checkout, z.object({ checkout }).transform((attempt) => attempt.checkout)]),
  }),
});

/**
 * Deliveries with the checkout that each is about and how long the last attempt took. Two batch reads, of
 * at most 100 events and 200 attempts; nothing of it is stored with a delivery, which is written on every
 * payment. A delivery whose event is unreadable is shown without its checkout.
 */
export async function describeDeliveries(
  deliveries: readonly Delivery[],
): Promise<LoggedDeliveryAnswer[]> {
  const [events, durations] = await Promise.all([
    getEventsWithBodies(table(), deliveries.map(eventOf), now(), logUnreadable),
    lastDurations(table(), deliveries),
  ]);
  const subjects = new Map(events.map((event) => [event.id, subjectOf(event)]));
  return deliveries.map((delivery) => ({
    ...presentDelivery(delivery),
    checkout: subjects.get(delivery.eventId) ?? null,
    last_duration_ms: durations.get(delivery.id) ?? null,
  }));
}

function subjectOf({ objectId, body: text }: { readonly objectId: string; readonly body: string }) {
  if (!isId("co_", objectId)) return null;
  const { amount, currency, client_reference } = body.safeParse(JSON.parse(text)).data?.data
    .object ?? { amount: null, currency: null, client_reference: null };
  return { id: objectId, amount, currency, client_reference };
}

/** Derives a delivery's id from its event and endpoint, so that a repeated fan-out creates no second one. Of its event's part. */
export function deliveryIdOf(eventId: string, endpointId: string): string {
  const time = idTime(eventId);
  if (time === null) throw new RangeError("not the id of an event");
  const digest = createHash("sha256").update(`${eventId}\n${endpointId}`).digest();
  return idInPart(derivedId("dlv_", time, digest), partOfId(eventId));
}

/**
 * The app whose deliveries are listed: the given one, or the only app with endpoints. Null if no app has endpoints.
 *
 * @throws ServiceError `not_found`, or `invalid_request` if several apps have endpoints and none is given
 */
export async function loggedApp(
  principal: UserPrincipal,
  named: number | undefined,
): Promise<number | null> {
  if (named !== undefined) return (await loadApp(principal, named)).app.appId;
  const endpoints = await endpointsOfAccount(table(), principal.accountId);
  const [only = null, ...more] = new Set(endpoints.map(({ appId }) => appId));
  if (more.length > 0) throw invalidField("app_id", "must name one of your apps");
  return only;
}

/** Reads an endpoint that is not deleted. @throws ServiceError `not_found` */
export async function loadEndpoint(principal: Principal, id: string): Promise<WebhookEndpoint> {
  const endpoint = await getEndpoint(table(), principal.accountId, id);
  return readable(principal, endpoint, "webhook endpoint");
}

/** Reads a delivery to this endpoint. `now` in ms. @throws ServiceError `not_found` */
export async function loadDelivery(
  principal: Principal,
  endpoint: WebhookEndpoint,
  id: string,
  now: number,
): Promise<Delivery> {
  const delivery = await getDelivery(table(), { endpointId: endpoint.id, id }, now);
  return readable(principal, delivery, "delivery");
}

/** Reads a recovery of this endpoint, which the caller may read. `now` in ms. @throws ServiceError `not_found` */
export async function loadRecovery(
  endpoint: WebhookEndpoint,
  id: string,
  now: number,
): Promise<Recovery> {
  const recovery = await getRecovery(table(), endpoint.id, id, now);
  if (recovery === null) throw notFound("recovery");
  return recovery;
}

/** @throws ServiceError `endpoint_disabled`: a manual request is never skipped silently */
export function assertEnabled(endpoint: WebhookEndpoint): void {
  if (endpoint.status === "enabled") return;
  throw new ServiceError("endpoint_disabled", "Enable the webhook endpoint first.");
}
