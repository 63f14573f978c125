import type { EventDetail } from "../../contract/messages.ts";
import { type Delivery, newDelivery } from "../../domain/delivery.ts";
import { idTime } from "../../domain/ids.ts";
import { predates, type WebhookEndpoint, wantsEvent } from "../../domain/webhook-endpoint.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import { ensureDelivery } from "../../store/deliveries.ts";
import { endpointsOfAccount } from "../../store/endpoints.ts";
import type { UnreadableItem } from "../../store/shape.ts";
import type { Table } from "../../store/transact.ts";
import { Gather } from "./claim.ts";
import { resumeDeliveries } from "./manual-attempts.ts";
import type { WebhookPorts } from "./ports.ts";
import { deliveryIdOf } from "./present.ts";

/** Rows of one event written at the same time. */
const CHUNK = 25;

type FanOutPorts = Pick<WebhookPorts, "table" | "now" | "send">;

/**
 * Creates one delivery per endpoint that wants the event and is not younger, and sends their messages. Repeating it creates
 * nothing twice; it only repeats messages that may have been lost. For a disabled endpoint the delivery
 * is recorded as skipped, so that a recovery finds it.
 *
 * One batch shares the reads of its accounts' endpoints and the requests to the queue, but no event waits for one whose
 * rows take longer.
 *
 * @returns one outcome per event; those that failed go back to the queue
 */
export async function fanOut(
  ports: FanOutPorts,
  events: readonly EventDetail[],
): Promise<readonly PromiseSettledResult<void>[]> {
  const endpoints = new Map<string, ReturnType<typeof readEndpoints>>();
  const endpointsOf = (accountId: string) => {
    const read = endpoints.get(accountId) ?? readEndpoints(ports.table, accountId);
    endpoints.set(accountId, read);
    return read;
  };
  const resumed = new Gather<readonly Delivery[], void>((created) => {
    const sent = resumeDeliveries(ports, created.flat());
    return created.map(() => sent);
  });
  let open = events.length;
  const create = async (event: EventDetail) => {
    try {
      const { readable, unreadable } = await endpointsOf(event.account_id);
      return { waiting: await createDeliveries(ports, event, readable), unreadable };
    } finally {
      open -= 1;
      // There is nothing to wait for.
      if (open === 0) setImmediate(() => resumed.flush());
    }
  };
  return Promise.allSettled(
    events.map(async (event) => {
      const { waiting, unreadable } = await create(event);
      await resumed.add(waiting);
      // The event may be for such an endpoint, too: it is tried again, and ends as a dead letter.
      if (unreadable[0]) throw unreadable[0];
    }),
  );
}

async function readEndpoints(table: Table, accountId: string) {
  const unreadable: UnreadableItem[] = [];
  const readable = await endpointsOfAccount(table, accountId, (error) => {
    logUnreadable(error);
    unreadable.push(error);
  });
  return { readable, unreadable };
}

/** Creates the deliveries of an event; returns those that wait for their first attempt. */
async function createDeliveries(
  { table, now }: FanOutPorts,
  event: EventDetail,
  endpoints: readonly WebhookEndpoint[],
): Promise<readonly Delivery[]> {
  const routed = { type: event.type, appId: event.app_id, livemode: event.livemode };
  const eventAt = idTime(event.id);
  const receivers = endpoints.filter(
    (endpoint) => wantsEvent(endpoint, routed) && !predates(eventAt, endpoint),
  );
  const deliveries: Delivery[] = [];
  for (let from = 0; from < receivers.length; from += CHUNK) {
    const chunk = receivers.slice(from, from + CHUNK);
    const at = now();
    deliveries.push(
      ...(await Promise.all(
        chunk.map((endpoint) => ensureDelivery(table, deliveryFor(event, endpoint, at))),
      )),
    );
  }
  return deliveries.filter(isUntouched);
}

function deliveryFor(event: EventDetail, endpoint: WebhookEndpoint, now: number): Delivery {
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

function isUntouched(delivery: Delivery): boolean {
  return delivery.status === "pending" && delivery.attemptsCount === 0;
}
