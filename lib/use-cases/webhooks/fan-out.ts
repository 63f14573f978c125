import type { EventDetail } from "../../contract/messages.ts";
import type { Delivery } from "../../domain/delivery.ts";
import type { WebhookEndpoint } from "../../domain/webhook-endpoint.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import {
  ensureDelivery,
  existingDeliveries,
  type FoundDelivery,
  sweepFrom,
} from "../../store/deliveries.ts";
import { endpointsOfAccount, noteSpread } from "../../store/endpoints.ts";
import type { UnreadableItem } from "../../store/shape.ts";
import type { Table } from "../../store/transact.ts";
import { Gather } from "./claim.ts";
import { resumeDeliveries } from "./manual-attempts.ts";
import type { WebhookPorts } from "./ports.ts";
import { deliveryFor, receiversOf } from "./route-event.ts";

/** Rows of one event written at the same time. */
const CHUNK = 25;

type FanOutPorts = Pick<WebhookPorts, "table" | "now" | "send">;

interface Sought {
  readonly delivery: Delivery;
  /** null if it was not found. */
  readonly known: FoundDelivery | null;
}

/**
 * Creates one delivery per endpoint that wants the event and is not younger, and sends their messages. Repeating it creates
 * nothing twice. For a disabled endpoint the delivery is recorded as skipped, so that a recovery finds it.
 *
 * Most events were sent ahead of the bus, and their senders have made the deliveries. So it looks for these first: a refused
 * write costs as much as a successful one. A delivery that exists needs no message. If its sender is still at work, it is
 * added to `due`, so that the sweeper finds it if the sender dies.
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
  const sought = gather(events.length, (wanted: readonly (readonly Delivery[])[]) => {
    const found = existingDeliveries(ports.table, wanted.flat());
    return wanted.map(async (some): Promise<readonly Sought[]> => {
      const known = await found;
      return some.map((delivery) => ({ delivery, known: known.get(delivery.id) ?? null }));
    });
  });
  const resumed = gather(events.length, (created: readonly (readonly Delivery[])[]) => {
    const sent = resumeDeliveries(ports, created.flat());
    return created.map(() => sent);
  });
  return Promise.allSettled(
    events.map(async (event) => {
      const create = async () => {
        const { readable, unreadable } = await sought.next(() => endpointsOf(event.account_id));
        const wanted = deliveriesOf(event, readable, ports.now());
        const ids = new Set(wanted.map(({ endpointId }) => endpointId));
        await noteSpread(
          ports.table,
          event.id,
          readable.filter(({ id }) => ids.has(id)),
        );
        const looked = wanted.length === 0 ? [] : await sought.add(wanted);
        return { created: await createDeliveries(ports, looked), unreadable };
      };
      const { created, unreadable } = await resumed.next(create);
      await resumed.add(created);
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
  detail: EventDetail,
  endpoints: readonly WebhookEndpoint[],
  now: number,
): readonly Delivery[] {
  const { id, account_id: accountId, app_id: appId, livemode, type } = detail;
  const event = { id, accountId, appId, livemode, type };
  return receiversOf(event, endpoints).map((endpoint) => deliveryFor(event, endpoint, now));
}

/** Creates deliveries that were not found; returns those that it has created. */
async function createDeliveries(
  { table, now }: Pick<FanOutPorts, "table" | "now">,
  wanted: readonly Sought[],
): Promise<readonly Delivery[]> {
  const created: Delivery[] = [];
  for (let from = 0; from < wanted.length; from += CHUNK) {
    const chunk = wanted.slice(from, from + CHUNK).map(async ({ delivery, known }) => {
      const found = known ?? (await ensureDelivery(table, delivery));
      if (found?.isUnswept) await sweepFrom(table, delivery, now());
      return found === null ? [delivery] : [];
    });
    created.push(...(await Promise.all(chunk)).flat());
  }
  return created;
}
