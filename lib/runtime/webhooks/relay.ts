import type { BusEvent, PublishResult } from "../../cloud/bus.ts";
import { EVENT_SOURCE } from "../../contract/event-source.ts";
import type { EventDetail } from "../../contract/messages.ts";
import type { EventRecord } from "../../domain/event-record.ts";
import { markRelayed } from "../../store/events.ts";
import type { Table } from "../../store/transact.ts";
import { errorFields, log } from "../log.ts";

/** What of a committed event goes on the bus; the body is read from the table when it is sent. */
export type RelayedEvent = Pick<
  EventRecord,
  "id" | "accountId" | "appId" | "livemode" | "type" | "sequence"
>;

export interface RelayPorts {
  readonly table: Table;
  readonly publish: (events: readonly BusEvent[]) => Promise<PublishResult>;
}

/**
 * Puts events on the bus and marks those that it took. One that it refuses must not hold up the others,
 * so what is left over waits for the sweeper; only when nothing went through is it an error.
 *
 * @throws Error when the bus took none of them
 */
export async function relayEvents(
  ports: RelayPorts,
  events: readonly RelayedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { sentIds, error } = await ports.publish(events.map(toBusEvent));
  const marks = await Promise.allSettled(sentIds.map((id) => markRelayed(ports.table, id)));
  for (const mark of marks) {
    // It only means that the sweeper sends it once more.
    if (mark.status === "rejected") {
      log("warn", "event sent but not marked", { ...errorFields(mark.reason) });
    }
  }
  if (sentIds.length === 0) throw new Error(`The bus took no event: ${error}`);
  if (error !== null) {
    log("error", "events left to the sweeper", {
      outcome: error,
      count: events.length - sentIds.length,
    });
  }
}

function toBusEvent(event: RelayedEvent): BusEvent {
  const detail: EventDetail = {
    version: 1,
    id: event.id,
    account_id: event.accountId,
    app_id: event.appId,
    livemode: event.livemode,
    type: event.type,
    sequence: event.sequence,
  };
  return {
    id: event.id,
    source: EVENT_SOURCE,
    detailType: event.type,
    detail: JSON.stringify(detail),
  };
}
