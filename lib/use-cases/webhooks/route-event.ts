import { sendMessages } from "../../cloud/messaging.ts";
import type { DeliveryMessage } from "../../contract/messages.ts";
import { type Delivery, newDelivery } from "../../domain/delivery.ts";
import type { EventPlace } from "../../domain/event-record.ts";
import { idTime } from "../../domain/ids.ts";
import { predates, type WebhookEndpoint, wantsEvent } from "../../domain/webhook-endpoint.ts";
import { awsPatienceMs, sqs, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { errorFields, log, logUnreadable } from "../../pipeline/log.ts";
import { existingDeliveries } from "../../store/deliveries.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import type { Table } from "../../store/transact.ts";
import { deliveryIdOf } from "./present.ts";
import type { CommittedEvent } from "./relay.ts";

type Routed = EventPlace & { readonly type: string };

/** The endpoints that want an event and are not younger, enabled or not. */
export function receiversOf(
  event: Routed,
  endpoints: readonly WebhookEndpoint[],
): readonly WebhookEndpoint[] {
  const eventAt = idTime(event.id);
  return endpoints.filter(
    (endpoint) => wantsEvent(endpoint, event) && !predates(eventAt, endpoint),
  );
}

/** The delivery of an event to an endpoint, `skipped` for a disabled one. `now` in ms. */
export function deliveryFor(
  event: Pick<Routed, "id" | "type">,
  endpoint: WebhookEndpoint,
  now: number,
): Delivery {
  return newDelivery(
    {
      id: deliveryIdOf(event.id, endpoint.id),
      accountId: endpoint.accountId,
      appId: endpoint.appId,
      endpointId: endpoint.id,
      livemode: endpoint.livemode,
      eventId: event.id,
      eventType: event.type,
      lane: endpoint.slow ? "delivery-slow" : "delivery",
    },
    now,
    endpoint.status === "enabled" ? "automatic" : "skip",
  );
}

/** How long a request waits for table and queue, a tenth of `awsPatienceMs()`: 200 ms. By then the relay's copy is under way. */
const PART_OF_PATIENCE = 0.1;
/** As many as one request to the queue takes. */
const MOST_MESSAGES = 10;

/**
 * Sends events of one account to the senders right after their commit, with one read of its endpoints and one request to the
 * queue. This stores nothing: a sender's lease creates the delivery. The relay sends every event again and creates missing
 * deliveries, also for an endpoint that is too new for this read. So a failure here costs only time and never throws, and
 * endpoints that fail or are slow are left to the relay. Await it: Lambda freezes a function that has responded.
 */
export async function sendAhead(events: readonly CommittedEvent[]): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const signal = AbortSignal.timeout(awsPatienceMs() * PART_OF_PATIENCE);
  try {
    const endpoints = await Promise.race([
      endpointsOfAccount(table(), first.accountId, logUnreadable, { ConsistentRead: false }),
      endOf(signal),
    ]);
    const messages = messagesAhead(events, endpoints).map((message) => ({
      body: JSON.stringify(message),
      groupId: message.endpoint_id,
    }));
    const unsent = await sendMessages(sqs(), variableOf("QUEUE_URL", "delivery"), messages, signal);
    if (unsent.length > 0) throw new Error(`The queue refused ${unsent.length} messages.`);
  } catch (error) {
    log("warn", "events left to the relay", { count: events.length, ...errorFields(error) });
  }
}

/** The messages that need not wait for the relay, at most 10. */
export function messagesAhead(
  events: readonly CommittedEvent[],
  endpoints: readonly WebhookEndpoint[],
): readonly DeliveryMessage[] {
  return events
    .flatMap((event) =>
      receiversOf(event, endpoints)
        .filter(isHealthy)
        .map((endpoint) => messageFor(event, endpoint)),
    )
    .slice(0, MOST_MESSAGES);
}

/** What settling an attempt may publish, and so send ahead. */
export const SETTLING = [
  "checkout.verified",
  "checkout.review",
  "checkout.partially_paid",
  "checkout.attempt_failed",
] as const;

/**
 * The ids of events whose every delivery was made ahead of the relay and has ended: a fan-out would find nothing to do. An
 * event that no endpoint wants is one of them. Takes one read for each account's endpoints and one for all deliveries. The
 * latter may be a moment old: a delivery that has ended never needs its fan-out again.
 *
 * Any event of an account whose endpoints cannot be read is left out, and any with more deliveries than go ahead.
 *
 * @throws if the deliveries cannot be read
 */
export async function endedAhead(
  table: Table,
  events: readonly CommittedEvent[],
): Promise<ReadonlySet<string>> {
  const settling = events.filter(({ type }) => SETTLING.some((known) => known === type));
  const accounts = Map.groupBy(settling, ({ accountId }) => accountId);
  const wanted = await Promise.all(
    [...accounts].map(async ([accountId, some]) => {
      const endpoints = await endpointsOfAccount(table, accountId).catch(() => null);
      return endpoints === null ? [] : some.map((event) => deliveriesOf(event, endpoints));
    }),
  );
  const looked = wanted.flat().filter(({ refs }) => refs.length <= MOST_MESSAGES);
  const found = await existingDeliveries(
    table,
    looked.flatMap(({ refs }) => refs),
  );
  const ended = looked.filter(({ refs }) => refs.every(({ id }) => found.get(id)?.hasEnded));
  return new Set(ended.map(({ eventId }) => eventId));
}

function deliveriesOf(event: CommittedEvent, endpoints: readonly WebhookEndpoint[]) {
  const refs = receiversOf(event, endpoints).map(({ id }) => ({
    endpointId: id,
    id: deliveryIdOf(event.id, id),
  }));
  return { eventId: event.id, refs };
}

function isHealthy({ status, failuresInARow, slow }: WebhookEndpoint): boolean {
  return status === "enabled" && failuresInARow === 0 && !slow;
}

function messageFor(event: CommittedEvent, endpoint: WebhookEndpoint): DeliveryMessage {
  return {
    version: 3,
    delivery_id: deliveryIdOf(event.id, endpoint.id),
    account_id: event.accountId,
    endpoint_id: endpoint.id,
    event_id: event.id,
    event_app_id: event.appId,
    livemode: event.livemode,
    attempt: 1,
    // At once, whatever the clock of its sender says.
    not_before: 0,
    event_type: event.type,
  };
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
