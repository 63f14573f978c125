import type { EventRecord } from "../domain/event-record.ts";
import { eventKey } from "./events.ts";
import { type Table, transact, type Write } from "./transact.ts";

/** An event that the bus has accepted. */
export type RelayedEvent = Pick<EventRecord, "id">;

/** Each event takes one write; a transaction takes 100. */
const PER_TRANSACTION = 100;

/**
 * Removes events from the outbox. An event that is no longer in it is skipped. Costs 2 writes and 1 index write per event.
 *
 * @throws ServiceError `service_unavailable`; the sweeper repeats events that stay in the outbox
 */
export async function settleRelayed(table: Table, relayed: readonly RelayedEvent[]): Promise<void> {
  const unique = [...new Map(relayed.map((each) => [each.id, each])).values()];
  for (let from = 0; from < unique.length; from += PER_TRANSACTION) {
    await settle(table, unique.slice(from, from + PER_TRANSACTION));
  }
}

async function settle(table: Table, chunk: readonly RelayedEvent[]): Promise<void> {
  let left = chunk;
  while (left.length > 0) {
    const commit = await transact(
      table,
      left.map(({ id }) => takeOutWrite(id)),
    );
    if (commit.committed) return;
    const gone = new Set(
      commit.refusals.flatMap((refusal) => (refusal.kind === "outbox" ? [refusal.eventId] : [])),
    );
    left = left.filter(({ id }) => !gone.has(id));
  }
}

/** Refused as `outbox` if the event is not in the outbox. */
function takeOutWrite(id: string): Write {
  return {
    label: { kind: "outbox", eventId: id },
    update: {
      Key: { ...eventKey(id) },
      UpdateExpression: "REMOVE due_pk, due_sk",
      ConditionExpression: "attribute_exists(due_pk)",
    },
  };
}
