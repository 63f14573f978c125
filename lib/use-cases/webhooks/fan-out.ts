import type { EventDetail } from "../../contract/messages.ts";
import { type Delivery, newDelivery } from "../../domain/delivery.ts";
import { idTime } from "../../domain/ids.ts";
import { predates, type WebhookEndpoint, wantsEvent } from "../../domain/webhook-endpoint.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import { ensureDelivery, existingDeliveries } from "../../store/deliveries.ts";
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
 * nothing twice. For a disabled endpoint the delivery is recorded as skipped, so that a recovery finds it.
 *
 * Most events of the bus have come ahead of it: their deliveries are looked for first, because a refused write costs as much
 * as a successful one. One that is found needs no message: if its message was lost, the sweeper sends it.
 *
 * One batch shares the reads of its accounts' endpoints and of its deliveries, and the requests to the queue, but no event
 * waits for one whose rows take longer.
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
  const missing = gather(events.length, (wanted: readonly (readonly Delivery[])[]) => {
    const found = existingDeliveries(ports.table, wanted.flat());
    return wanted.map(async (some) => {
      const ids = await found;
      return some.filter(({ id }) => !ids.has(id));
    });
  });
  const resumed = gather(events.length, (created: readonly (readonly Delivery[])[]) => {
    const sent = resumeDeliveries(ports, created.flat());
    return created.map(() => sent);
  });
  return Promise.allSettled(
    events.map(async (event) => {
      const create = async () => {
        const { readable, unreadable } = await missing.next(() => endpointsOf(event.account_id));
        const wanted = deliveriesOf(event, readable, ports.now());
        const isNew = event.ahead === true || wanted.length === 0;
        const created = isNew ? wanted : await missing.add(wanted);
        return { waiting: await createDeliveries(ports.table, created), unreadable };
      };
      const { waiting, unreadable } = await resumed.next(create);
      await resumed.add(waiting);
      // The event may be for such an endpoint, too: it is tried again, and ends as a dead letter.
      if (unreadable[0]) throw unreadable[0];
    }),
  );
}

/** Gathers what `open` events ask for, until the last one of them is as far or has failed. */
function gather<T, R>(open: number, handle: (items: readonly T[]) => readonly Promise<R>[]) {
  const gathered = new Gather(handle);
  let left = open;
  return {
    /** Each event passes once through the work after which it may add something. */
    async next<W>(work: () => Promise<W>): Promise<W> {
      try {
        return await work();
      } finally {
        left -= 1;
        // There is nothing to wait for.
        if (left === 0) setImmediate(() => gathered.flush());
      }
    },
    add: (item: T) => gathered.add(item),
  };
}

async function readEndpoints(table: Table, accountId: string) {
  const unreadable: UnreadableItem[] = [];
  const readable = await endpointsOfAccount(table, accountId, (error) => {
    logUnreadable(error);
    unreadable.push(error);
  });
  return { readable, unreadable };
}

/** A delivery of the event for each endpoint that wants it. */
function deliveriesOf(
  event: EventDetail,
  endpoints: readonly WebhookEndpoint[],
  now: number,
): readonly Delivery[] {
  const routed = { type: event.type, appId: event.app_id, livemode: event.livemode };
  const eventAt = idTime(event.id);
  return endpoints
    .filter((endpoint) => wantsEvent(endpoint, routed) && !predates(eventAt, endpoint))
    .map((endpoint) => deliveryFor(event, endpoint, now));
}

/** Creates deliveries; returns those that wait for their first attempt. */
async function createDeliveries(
  table: Table,
  wanted: readonly Delivery[],
): Promise<readonly Delivery[]> {
  const deliveries: Delivery[] = [];
  for (let from = 0; from < wanted.length; from += CHUNK) {
    const chunk = wanted.slice(from, from + CHUNK);
    deliveries.push(
      ...(await Promise.all(chunk.map((delivery) => ensureDelivery(table, delivery)))),
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
