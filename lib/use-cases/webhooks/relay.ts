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
  const { sentIds, error } = await ports.publish(events.map(toBusEvent));
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

function toBusEvent(event: CommittedEvent): BusEvent {
  return {
    id: event.id,
    source: EVENT_SOURCE,
    detailType: event.type,
    detail: JSON.stringify(detailOf(event)),
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
