import { setTimeout as pause } from "node:timers/promises";
import { BatchWriteCommand, QueryCommand } from "../cloud/dynamodb.ts";
import type { EventPlace, EventRecord, EventWithBody } from "../domain/event-record.ts";
import { idFloor } from "../domain/ids.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { MAX_DUE_SHARDS, outboxPartition, outboxPartitionsToSweep } from "./due-shards.ts";
import { eventFrom, eventKey, eventWrite } from "./events.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

const SWEEP_AFTER_MS = 5 * 60_000;
/** The most deletions of one request. */
const PER_REQUEST = 25;
const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 20;

/**
 * Stores an event and puts it in the outbox, where it stays until the bus has accepted it. Both belong into the transaction
 * of the change that the event reports. Refused (label `event`) if the id is taken.
 */
export function eventWrites(event: EventWithBody): readonly Write[] {
  const { id, accountId, appId, livemode } = event;
  const Item = { ...outboxKey(id), entity: "outbox", id, accountId, appId, livemode };
  return [eventWrite(event), { label: "outbox", put: { Item } }];
}

/** The events that a transaction's writes put in the outbox. */
export function eventsIn(writes: readonly Write[]): readonly EventRecord[] {
  const items = writes.map(({ put }) => put?.Item);
  return items.filter((item) => item?.entity === "event") as unknown as readonly EventRecord[];
}

/**
 * Takes events out of the outbox; does nothing for those that are not in it. Costs 1 write unit an event, and one request
 * for 25.
 *
 * @throws Error if some are left after 4 tries; the sweeper publishes those once more
 */
export async function takeOut(table: Table, ids: readonly string[]): Promise<void> {
  const keys = [...new Set(ids)].map(outboxKey);
  for (let from = 0; from < keys.length; from += PER_REQUEST) {
    await removeBatch(table, keys.slice(from, from + PER_REQUEST));
  }
}

async function removeBatch(table: Table, keys: readonly ItemKey[]): Promise<void> {
  let left: readonly object[] = keys.map((Key) => ({ DeleteRequest: { Key } }));
  for (let tries = 1; ; tries++) {
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: [...left] } }),
    );
    left = UnprocessedItems?.[table.name] ?? [];
    if (left.length === 0) return;
    if (tries === MAX_TRIES) throw new Error(`${left.length} events are still in the outbox`);
    await pause(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
  }
}

/** What is left in the outbox five minutes after its event was built. */
export interface Leftovers {
  /** Oldest first in each shard. */
  readonly events: readonly EventWithBody[];
  /** Ids of events that no longer exist. */
  readonly gone: readonly string[];
}

/** Reads what is left in the outbox, at most `limit` for each of `MAX_DUE_SHARDS`. `now` in ms. */
export async function leftInOutbox(
  table: Table,
  now: number,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<Leftovers> {
  const partitions = outboxPartitionsToSweep(now);
  const pages = await Promise.all(
    partitions.map((partition) =>
      table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: "pk = :pk AND sk < :until",
          ExpressionAttributeValues: {
            ":pk": partition,
            ":until": idFloor("evt_", Math.max(0, now - SWEEP_AFTER_MS + 1)),
          },
          Limit: Math.ceil((limit * MAX_DUE_SHARDS) / partitions.length),
          ConsistentRead: true,
        }),
      ),
    ),
  );
  const places = pages.flatMap(({ Items = [] }) => readAll(Items, placeFrom, onUnreadable));
  const items = await getItems(table, places.map(eventKey));
  const found = new Set(items.map(({ sk }) => sk));
  return {
    events: readAll(items, eventFrom, onUnreadable),
    gone: places.flatMap(({ id }) => (found.has(id) ? [] : [id])),
  };
}

const placeFrom = shapeOf<EventPlace>("outbox item", {
  id: "text",
  accountId: "text",
  appId: "number or null",
  livemode: "flag",
});

/** Sorted by id, which starts with the time. */
function outboxKey(id: string): ItemKey {
  return { pk: outboxPartition(id), sk: id };
}
