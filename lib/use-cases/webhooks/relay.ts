import type { BusEvent, PublishResult } from "../../cloud/messaging.ts";
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
  /** What the relay looks up for the bus's rules. Without it, each reader of a queue finds out by itself. */
  readonly looks?: {
    /** Whether no member of an account wants a message for each payment. */
    readonly hearsOfNoPayment: (accountId: string) => Promise<boolean>;
    /** Ids of the events that a fan-out has nothing to do for. */
    readonly endedAhead: (events: readonly CommittedEvent[]) => Promise<ReadonlySet<string>>;
  };
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
  const known = await lookUp(ports, events);
  const { sentIds, error } = await ports.publish(events.map((event) => toBusEvent(event, known)));
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

/** What is known not to be wanted. What cannot be read is not known. */
interface Known {
  /** Accounts in which nobody wants a message for each payment. */
  readonly quiet: ReadonlySet<string>;
  /** Events that a fan-out has nothing to do for. */
  readonly ended: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

async function lookUp({ looks }: RelayPorts, events: readonly CommittedEvent[]): Promise<Known> {
  if (looks === undefined) return { quiet: NOTHING, ended: NOTHING };
  const accounts = new Set(events.filter(isPayment).map(({ accountId }) => accountId));
  const [ended, ...quiet] = await Promise.all([
    looks.endedAhead(events).catch((error) => {
      log("warn", "events left to the fan-out", { count: events.length, ...errorFields(error) });
      return NOTHING;
    }),
    ...[...accounts].map(async (accountId) => {
      const isQuiet = await looks.hearsOfNoPayment(accountId).catch(() => false);
      return isQuiet ? [accountId] : [];
    }),
  ]);
  return { quiet: new Set(quiet.flat()), ended };
}

function isPayment({ type, livemode }: CommittedEvent): boolean {
  return livemode && type === "checkout.verified";
}

function toBusEvent(event: CommittedEvent, { quiet, ended }: Known): BusEvent {
  return {
    id: event.id,
    source: EVENT_SOURCE,
    detailType: event.type,
    detail: JSON.stringify({
      ...detailOf(event),
      ...(isPayment(event) && quiet.has(event.accountId) && { notify: false }),
      ...(ended.has(event.id) && { fan_out: false }),
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
