import { EVENT_CATALOG } from "../../contract/event-catalog.ts";
import type { TriggerEventBody } from "../../contract/schemas/event-payload.ts";
import {
  afterManualRequest,
  type Delivery,
  dueAt,
  isLeased,
  newDelivery,
} from "../../domain/delivery.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { type EventWithBody, eventOf } from "../../domain/event-record.ts";
import { newId } from "../../domain/ids.ts";
import { instant } from "../../domain/instant.ts";
import { hopDelaySeconds, type WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { loadApp } from "../apps/app.ts";
import { buildEvent } from "../events/build-event.ts";
import type { DelayedMessage, WebhookPorts } from "./ports.ts";
import { assertEnabled, deliveryIdOf, loadEndpoint } from "./present.ts";

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
    "The delivery is being sent right now. Try again after this attempt ends.",
    {
      retryAfterSeconds: 15,
    },
  );
}

/** A `ping` and its only delivery. Fan-out ignores pings, so no other endpoint receives it. */
export function ping(
  endpoint: WebhookEndpoint,
  now: number,
): { readonly event: EventWithBody; readonly delivery: Delivery } {
  const { id: endpointId, accountId, appId, livemode } = endpoint;
  const event = buildEvent({
    type: "ping",
    accountId,
    appId,
    livemode,
    sequence: 0,
    objectId: endpointId,
    object: { object: "webhook_endpoint", id: endpointId },
    at: now,
  });
  const facts = { accountId, appId, endpointId, livemode, eventId: event.id, eventType: "ping" };
  const lane = endpoint.slow ? "delivery-slow" : "delivery";
  const id = deliveryIdOf(event.id, endpointId);
  return { event, delivery: newDelivery({ ...facts, id, lane }, now, "manual") };
}

interface Triggered {
  readonly event: EventWithBody;
  /** null if no endpoint was named. */
  readonly delivery: Delivery | null;
}

/**
 * Builds a test event with the catalog's example as its object, and its only delivery, without storing them.
 *
 * @throws ServiceError `not_found`, `endpoint_disabled`, `invalid_request` for a live endpoint
 */
export async function triggerEvent(
  principal: UserPrincipal,
  { type, endpoint_id, app_id }: TriggerEventBody,
  now: number,
): Promise<Triggered> {
  const endpoint = endpoint_id === undefined ? null : await testEndpoint(principal, endpoint_id);
  const appId = endpoint?.appId ?? app_id ?? 0;
  if (endpoint === null) await loadApp(principal, appId);
  const { accountId } = principal;
  const event = exampleEvent(type, { accountId, appId, now });
  if (endpoint === null) return { event, delivery: null };
  const facts = { accountId, appId, livemode: false, eventId: event.id, eventType: type };
  const id = deliveryIdOf(event.id, endpoint.id);
  const lane = endpoint.slow ? "delivery-slow" : "delivery";
  const delivery = newDelivery({ ...facts, id, endpointId: endpoint.id, lane }, now, "manual");
  return { event, delivery };
}

async function testEndpoint(principal: UserPrincipal, id: string): Promise<WebhookEndpoint> {
  const endpoint = await loadEndpoint(principal, id);
  if (endpoint.livemode) throw invalidField("endpoint_id", "must be an endpoint of test mode");
  assertEnabled(endpoint);
  return endpoint;
}

function exampleEvent(
  type: TriggerEventBody["type"],
  { accountId, appId, now }: { accountId: string; appId: number; now: number },
): EventWithBody {
  const entry = EVENT_CATALOG.find((one) => one.type === type);
  if (entry === undefined) throw new Error(`no example of ${type}`);
  const { example } = entry;
  const shiftMs = now - Date.parse(example.created_at);
  const checkoutId = newId("co_", now, randomBytes(10));
  const object = adapted(example.data.object, (key, value) => {
    if (key === "livemode") return false;
    if (key === "app_id") return appId;
    if (typeof value !== "string") return value;
    if (key.endsWith("_at")) return instant(Date.parse(value) + shiftMs);
    // A point's id contains that of its checkout.
    return value.replace(/\bco_[0-9a-z]{26}\b/, checkoutId);
  });
  return buildEvent({
    type,
    accountId,
    // As in real events: an event of the whole account has no app.
    appId: example.app_id === null ? null : appId,
    livemode: false,
    sequence: example.sequence,
    objectId: typeof object.id === "string" ? object.id : accountId,
    object,
    at: now,
  });
}

type Change = (key: string, value: unknown) => unknown;

/** Copies an object and replaces every value that is no object or list, at any depth. */
function adapted(object: object, change: Change): Record<string, unknown> {
  const replaced = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => replaced(key, each));
    return typeof value === "object" && value !== null
      ? adapted(value, change)
      : change(key, value);
  };
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, replaced(key, value)]),
  );
}

/** Sends a message for the next attempt of each delivery that has one planned. */
export async function resumeDeliveries(
  ports: Pick<WebhookPorts, "send" | "now">,
  deliveries: readonly Delivery[],
): Promise<void> {
  const now = ports.now();
  for (const lane of ["delivery", "delivery-slow"] as const) {
    const messages = deliveries
      .filter((delivery) => delivery.lane === lane)
      .flatMap((delivery) => messageOf(delivery, now) ?? []);
    if (messages.length > 0) await ports.send(lane, messages);
  }
}

function messageOf(delivery: Delivery, now: number): DelayedMessage | null {
  const due = dueAt(delivery);
  if (due === null) return null;
  return {
    message: {
      version: 3,
      delivery_id: delivery.id,
      account_id: delivery.accountId,
      endpoint_id: delivery.endpointId,
      event_id: delivery.eventId,
      event_app_id: eventOf(delivery).appId,
      livemode: delivery.livemode,
      attempt: delivery.attemptsCount + 1,
      not_before: due,
    },
    delaySeconds: hopDelaySeconds(now, due),
  };
}
