import type { BusEvent, PublishResult } from "../../cloud/bus.ts";
import type { EventDetail } from "../../contract/messages.ts";
import { EVENT_SOURCE } from "../../contract/worker.ts";
import type { EventRecord } from "../../domain/event-record.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { takeOut } from "../../store/outbox.ts";
import type { Table } from "../../store/transact.ts";

/** A committed event. Its body stays off the bus: it is read from the table when it is sent. */
export type CommittedEvent = Omit<EventRecord, "objectId" | "createdAt" | "followUp"> & {
  readonly followUp?: boolean | undefined;
};

export interface RelayPorts {
  readonly table: Table;
  readonly publish: (events: readonly BusEvent[]) => Promise<PublishResult>;
  /** Whether no member of an account wants a message for each payment. Without it, `send-notifications` finds out. */
  readonly isUntold?: (accountId: string) => Promise<boolean>;
}

/**
 * Puts events on the bus, then takes the accepted ones out of the outbox. A refused event must not hold up the others, so it
 * is left to the sweeper.
 *
 * @throws Error if the bus accepted none of them
 */
export async function relayEvents(
  ports: RelayPorts,
  events: readonly CommittedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const untold = await untoldAmong(ports, events);
  const { sentIds, error } = await ports.publish(
    events.map((event) => toBusEvent(event, untold.has(event.accountId))),
  );
  try {
    await takeOut(ports.table, sentIds);
  } catch (error) {
    // The sweeper sends them once more.
    log("warn", "events sent but still in the outbox", { ...errorFields(error) });
  }
  if (sentIds.length === 0) throw new Error(`The bus accepted no event: ${error}`);
  if (error !== null) {
    log("error", "events left to the sweeper", {
      outcome: error,
      count: events.length - sentIds.length,
    });
  }
}

/** The accounts of these payments in which no member wants a message for each. Reads once for each account. */
async function untoldAmong(
  { isUntold }: RelayPorts,
  events: readonly CommittedEvent[],
): Promise<ReadonlySet<string>> {
  const accounts = new Set(events.filter(isPayment).map(({ accountId }) => accountId));
  const asked = [...accounts].map(async (accountId) => {
    // Where it cannot be read, somebody may want to hear of it.
    const isSo = (await isUntold?.(accountId).catch(() => false)) ?? false;
    return isSo ? [accountId] : [];
  });
  return new Set((await Promise.all(asked)).flat());
}

function isPayment({ type, livemode }: CommittedEvent): boolean {
  return livemode && type === "checkout.verified";
}

function toBusEvent(event: CommittedEvent, isUntold: boolean): BusEvent {
  return {
    id: event.id,
    source: EVENT_SOURCE,
    detailType: event.type,
    detail: JSON.stringify({
      ...detailOf(event),
      ...(isUntold && isPayment(event) && { untold: true }),
    }),
  };
}

function detailOf(event: CommittedEvent): EventDetail {
  return {
    version: 1,
    id: event.id,
    account_id: event.accountId,
    app_id: event.appId,
    livemode: event.livemode,
    type: event.type,
    sequence: event.sequence,
    // An event of a release that did not store it may be one to follow.
    follow_up: event.followUp ?? true,
  };
}
