import { GetCommand, QueryCommand } from "../cloud/dynamodb.ts";
import type { Delivery, DeliveryAttempt } from "../domain/delivery.ts";
import type { EventPlace } from "../domain/event-record.ts";
import type { WebhookEndpoint } from "../domain/webhook-endpoint.ts";
import { type DeliveryRef, deliveryFrom, deliveryKey } from "./deliveries.ts";
import { endpointFrom, endpointKey } from "./endpoints.ts";
import { bodyOf, eventKey } from "./events.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import type { Item, Table, Write } from "./transact.ts";

const KEPT_MS = 30 * 86_400_000;
/** Bounds what one page shows, however often attempts are requested manually. */
const MAX_SHOWN = 100;
/** With this much text of an attempt, a delivery stays within one write unit (1 KB). After a failure it also has index keys. */
const MAX_INLINE_BYTES = { succeeded: 480, failed: 340 } as const;

/**
 * How an attempt is stored. A short first attempt goes into the delivery's own item (`attributes`), at no
 * extra write: most deliveries have no other. Every other attempt is an item of its own (`writes`, label
 * `attempt`, refused if its number exists).
 */
export function attemptRecord(attempt: DeliveryAttempt): {
  readonly attributes: Item;
  readonly writes: readonly Write[];
} {
  const { deliveryId, ...facts } = attempt;
  const text = JSON.stringify(facts);
  if (attempt.number === 1 && Buffer.byteLength(text) <= MAX_INLINE_BYTES[attempt.status]) {
    return { attributes: { firstAttempt: text }, writes: [] };
  }
  return {
    attributes: {},
    writes: [
      {
        label: "attempt",
        put: {
          Item: {
            pk: attemptPartition(deliveryId),
            sk: attemptSort(attempt.number),
            entity: "delivery_attempt",
            ...attempt,
            ttl: Math.ceil((attempt.startedAt + KEPT_MS) / 1000),
          },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      },
    ],
  };
}

/** The latest attempts of a delivery (100 at most), oldest first, 30 days back. */
export async function attemptsOfDelivery(
  table: Table,
  ref: DeliveryRef,
  now: number,
): Promise<readonly DeliveryAttempt[]> {
  const [first, others] = await Promise.all([
    inlineAttempt(table, ref),
    storedAttempts(table, ref),
  ]);
  return [...first, ...others]
    .slice(-MAX_SHOWN)
    .filter((attempt) => attempt.startedAt + KEPT_MS > now);
}

async function inlineAttempt(table: Table, ref: DeliveryRef): Promise<DeliveryAttempt[]> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: deliveryKey(ref), ConsistentRead: true }),
  );
  if (typeof Item?.firstAttempt !== "string") return [];
  return [attemptFrom({ ...JSON.parse(Item.firstAttempt), deliveryId: ref.id })];
}

/** Oldest first. */
async function storedAttempts(table: Table, { id }: DeliveryRef): Promise<DeliveryAttempt[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": attemptPartition(id), ":sk": "TRY#" },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: MAX_SHOWN,
    }),
  );
  return Items.map(attemptFrom).reverse();
}

/**
 * How long the last attempt of each delivery took (ms), by the delivery's id; without deliveries that have
 * none. One batch read, of at most two items a delivery.
 */
export async function lastDurations(
  table: Table,
  deliveries: readonly (DeliveryRef & { readonly attemptsCount: number })[],
): Promise<ReadonlyMap<string, number>> {
  const tried = deliveries.filter(({ attemptsCount }) => attemptsCount > 0);
  const keys = tried.flatMap((delivery) => {
    const { id, attemptsCount } = delivery;
    const stored = { pk: attemptPartition(id), sk: attemptSort(attemptsCount) };
    // A short first attempt is in the delivery's own item.
    return attemptsCount === 1 ? [deliveryKey(delivery), stored] : [stored];
  });
  const durations = new Map<string, number>();
  for (const item of await getItems(table, keys)) {
    const attempt = typeof item.firstAttempt === "string" ? JSON.parse(item.firstAttempt) : item;
    const id = item.entity === "delivery" ? item.sk : item.deliveryId;
    if (typeof attempt.durationMs === "number") durations.set(String(id), attempt.durationMs);
  }
  return durations;
}

function attemptSort(number: number): string {
  return `TRY#${String(number).padStart(6, "0")}`;
}

/** Partition of a delivery's attempts. */
export function attemptPartition(deliveryId: string): string {
  return `DLV#${deliveryId}`;
}

const attemptFrom = shapeOf<DeliveryAttempt>("delivery attempt", {
  deliveryId: "text",
  number: "number",
  trigger: "text",
  status: "text",
  errorCode: "text or null",
  responseStatus: "number or null",
  responseHeaders: "map",
  responseBody: "text or null",
  truncated: "flag",
  durationMs: "number",
  remoteIp: "text or null",
  startedAt: "number",
});

/** What senders read before they make attempts. */
export interface SenderContext {
  /** Body of an event; null once it has expired. */
  readonly textOf: (event: EventPlace) => string | null;
  /** Includes deleted endpoints; null once they no longer exist. */
  readonly endpointOf: (endpointId: string) => WebhookEndpoint | null;
  /** Null if it no longer exists or was not requested. */
  readonly deliveryOf: (ref: DeliveryRef) => Delivery | null;
}

interface Wanted extends DeliveryRef {
  readonly accountId: string;
  readonly event: EventPlace;
  /** Whether the delivery itself is read. */
  readonly isRead: boolean;
}

/** One strongly consistent read for a batch of deliveries. */
export async function readSenderContext(
  table: Table,
  wanted: readonly Wanted[],
): Promise<SenderContext> {
  const items = await getItems(
    table,
    wanted.flatMap((delivery) => [
      eventKey(delivery.event),
      endpointKey(delivery.accountId, delivery.endpointId),
      ...(delivery.isRead ? [deliveryKey(delivery)] : []),
    ]),
  );
  const found = new Map(items.map((item) => [nameOf(item as Item & ItemKey), item]));
  const endpoints = new Map(
    items.filter(({ entity }) => entity === "endpoint").map((item) => [String(item.sk), item]),
  );
  return {
    textOf: (event) => {
      const item = found.get(nameOf(eventKey(event)));
      return item === undefined ? null : bodyOf(item);
    },
    // Read per message: an unreadable endpoint must not fail the deliveries to others.
    endpointOf: (endpointId) => {
      const item = endpoints.get(endpointId);
      return item === undefined ? null : endpointFrom(item);
    },
    deliveryOf: (ref) => {
      const item = found.get(nameOf(deliveryKey(ref)));
      return item === undefined ? null : deliveryFrom(item);
    },
  };
}

function nameOf({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`;
}
