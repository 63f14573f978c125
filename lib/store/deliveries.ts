import { unmarshall } from "@aws-sdk/util-dynamodb";
import {
  ConditionalCheckFailedException,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from "../cloud/dynamodb.ts";
import { type Delivery, type DeliveryStatus, dueAt, isFinal } from "../domain/delivery.ts";
import { MAX_PARTS, partOfId } from "../domain/ids.ts";
import { instant } from "../domain/instant.ts";
import type { WebhookEndpoint } from "../domain/webhook-endpoint.ts";
import { duePartition } from "./due-shards.ts";
import { getItems } from "./get-items.ts";
import { shapeOf, UnreadableItem } from "./shape.ts";
import { commitOne, type Item, type Table, unlessRefused, type Write } from "./transact.ts";

const PARTITION = "DLW#";
const KEPT_MS = 90 * 86_400_000;
/** The sweeper waits this long after the due time: the message should have arrived by then. */
const SWEEP_AFTER_MS = 2 * 60_000;

/** Identifies a delivery. The endpoint is the partition, so that no index is needed to list its deliveries. */
export type DeliveryRef = Pick<Delivery, "endpointId" | "id">;

/** An endpoint with what its list of deliveries needs to know. */
export type ListedEndpoint = Pick<WebhookEndpoint, "id" | "isSpread">;

/** Groups of one endpoint's deliveries in `gsi3`. A delivery whose first attempt succeeds is never in it. */
export type DeliveryGroup = "waiting" | "failed" | "skipped" | "canceled";

export function deliveryKey({ endpointId, id }: DeliveryRef) {
  return { pk: deliveryPartition(endpointId, partOfId(id)), sk: id };
}

/** Partition of a part of the deliveries to an endpoint, sorted by id and so by time. */
function deliveryPartition(endpointId: string, part: number): string {
  return part === 0 ? PARTITION + endpointId : `${PARTITION}${endpointId}#${part}`;
}

/** Partitions of all deliveries to an endpoint. */
export function deliveryPartitions({ id, isSpread }: ListedEndpoint): readonly string[] {
  const parts = isSpread ? MAX_PARTS : 1;
  return Array.from({ length: parts }, (_, part) => deliveryPartition(id, part));
}

/** Partition in `gsi2` of all deliveries of an app. */
export function appPartition(appId: number): string {
  return `DLP#${appId}`;
}

/** Partition in `gsi3` of one endpoint's deliveries in a group. */
export function groupPartition(endpointId: string, group: DeliveryGroup): string {
  return `DLS#${endpointId}#${group}`;
}

/** Whether a delivery is still kept at `now` (ms); DynamoDB deletes expired items late. */
export function isKept({ createdAt }: Pick<Delivery, "createdAt">, now: number): boolean {
  return createdAt + KEPT_MS > now;
}

/** Start of the retention period at `now`, ms. */
export function keptSince(now: number): number {
  return Math.max(0, now - KEPT_MS);
}

/**
 * The stored form, without the endpoint's id. Keys, and what lists and conditions name, are attributes. Everything else is one
 * text, because the table's work for a write grows with the number of attributes. It stays under one write unit.
 *
 * @param isSwept whether the sweeper finds it while it waits
 */
export function deliveryToItem(delivery: Delivery, isSwept = true): Item {
  const item: Item = {
    ...deliveryKey(delivery),
    entity: "delivery",
    livemode: delivery.livemode,
    eventType: delivery.eventType,
    gsi2pk: appPartition(delivery.appId),
    gsi2sk: delivery.id,
    ttl: Math.ceil((delivery.createdAt + KEPT_MS) / 1000),
    ...stateOf(delivery),
  };
  const keys = isSwept ? [...groupKeys(delivery), ...dueKeys(delivery)] : groupKeys(delivery);
  for (const [name, value] of keys) {
    if (value !== null) item[name] = value;
  }
  return item;
}

/** In the first shape every fact was an attribute. An item that has been written again since still has them, out of date. */
const SHAPE = 2;

/** In `facts`, unless they are null. */
const FACTS = [
  "accountId",
  "appId",
  "eventId",
  "createdAt",
  "plan",
  "trigger",
  "attemptsCount",
  "failures",
  "nextAttemptAt",
  "manualAt",
  "leaseUntil",
  "leases",
  "lane",
  "lastStatusCode",
  "lastErrorCode",
  "completedAt",
] as const satisfies readonly (keyof Delivery)[];

/** What every write of a delivery sets. */
function stateOf(delivery: Delivery): Item {
  const facts: Item = {};
  for (const name of FACTS) {
    const value = delivery[name];
    if (value !== null) facts[name] = value;
  }
  const { status, version } = delivery;
  return { v: SHAPE, status, version, facts: JSON.stringify(facts) };
}

type IndexKeys = readonly (readonly [string, string | null])[];

/** In a fixed order; null for those that are absent. */
function groupKeys(delivery: Delivery): IndexKeys {
  const { id, endpointId } = delivery;
  const group = groupOf(delivery);
  return [
    ["gsi3pk", group === null ? null : groupPartition(endpointId, group)],
    ["gsi3sk", group === null ? null : id],
  ];
}

function dueKeys(delivery: Delivery): IndexKeys {
  const due = dueAt(delivery);
  return [
    ["due_pk", due === null ? null : duePartition("DLV", delivery.id)],
    ["due_sk", due === null ? null : instant(due + SWEEP_AFTER_MS)],
  ];
}

/** @throws UnreadableItem */
export function deliveryFrom(item: Item): Delivery {
  const [, endpointId = ""] = String(item.pk).split("#");
  return { ...storedFrom(item.v === SHAPE ? unpacked(item) : item), endpointId };
}

function unpacked({ v, sk, livemode, eventType, status, version, facts }: Item): Item {
  const id = String(sk);
  return { ...factsIn(facts, id), v, id, livemode, eventType, status, version };
}

function factsIn(text: unknown, id: string): Item {
  try {
    return JSON.parse(String(text));
  } catch {
    // The error of the parser would quote the text.
    throw new UnreadableItem(`Stored delivery ${id}: facts is not JSON`);
  }
}

/** Everything but the endpoint's id, which is in the key. */
const storedFrom = shapeOf<Omit<Delivery, "endpointId">>(
  "delivery",
  {
    id: "text",
    accountId: "text",
    appId: "number",
    livemode: "flag",
    eventId: "text",
    eventType: "text",
    status: "text",
    plan: "text",
    trigger: "text",
    attemptsCount: "number",
    failures: "number",
    nextAttemptAt: "number or absent",
    manualAt: "number or absent",
    leaseUntil: "number",
    leases: "number",
    lane: "text",
    version: "number",
    lastStatusCode: "number or absent",
    lastErrorCode: "text or absent",
    createdAt: "number",
    completedAt: "number or absent",
  },
  SHAPE,
  { 1: (item) => item },
);

/**
 * Null for a delivery that waits for its first attempt and for one that succeeded. These are almost all, and
 * an index write would cost a unit each; both are found in the endpoint's own partition.
 */
function groupOf(delivery: Delivery): DeliveryGroup | null {
  const { plan } = delivery;
  if (dueAt(delivery) !== null) return delivery.attemptsCount > 0 ? "waiting" : null;
  return isFinal(plan) && plan !== "succeeded" ? (plan as DeliveryGroup) : null;
}

/** Reads a delivery, strongly consistent; null if there is none or it has expired. */
export async function getDelivery(
  table: Table,
  ref: DeliveryRef,
  now: number,
): Promise<Delivery | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: deliveryKey(ref), ConsistentRead: true }),
  );
  const delivery = Item ? deliveryFrom(Item) : null;
  return delivery && isKept(delivery, now) ? delivery : null;
}

/** Stores a new delivery; refused (label `delivery`) if it exists. */
export function newDeliveryWrite(delivery: Delivery): Write {
  return {
    label: "delivery",
    put: { Item: deliveryToItem(delivery), ConditionExpression: "attribute_not_exists(pk)" },
  };
}

/** The facts that a fan-out needs about an existing delivery. */
export interface FoundDelivery {
  /** Its sender has made it and holds its lease: if it dies, no sweeper knows. */
  readonly isUnswept: boolean;
  /** No attempt waits, automatic or manual. */
  readonly hasEnded: boolean;
}

/**
 * The deliveries that exist already, by their ids. Eventually consistent, at half a read unit each: one that was made a moment
 * ago may be missing.
 */
export async function existingDeliveries(
  table: Table,
  deliveries: readonly DeliveryRef[],
): Promise<ReadonlyMap<string, FoundDelivery>> {
  const items = await getItems(table, deliveries.map(deliveryKey), {
    ConsistentRead: false,
    ProjectionExpression: "pk, sk, #status, due_pk",
    ExpressionAttributeNames: { "#status": "status" },
  });
  return new Map(items.map((item) => [String(item.sk), foundIn(item)]));
}

const ENDED: ReadonlySet<string> = new Set<DeliveryStatus>([
  "succeeded",
  "failed",
  "canceled",
  "skipped",
]);

function foundIn({ status, due_pk }: Item): FoundDelivery {
  return {
    isUnswept: status === "delivering" && due_pk === undefined,
    hasEnded: ENDED.has(String(status)),
  };
}

/** Stores a delivery. Null if it did not exist, else what was there. */
export async function ensureDelivery(
  table: Table,
  delivery: Delivery,
): Promise<FoundDelivery | null> {
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: deliveryToItem(delivery),
        ConditionExpression: "attribute_not_exists(pk)",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return null;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return foundIn(unmarshall(error.Item));
  }
}

/** Lets the sweeper find a delivery whose sender has made it and is still at work; does nothing once its attempt has ended. */
export async function sweepFrom(table: Table, delivery: Delivery, at: number): Promise<void> {
  await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(delivery),
        UpdateExpression: "SET due_pk = :pk, due_sk = :at",
        ConditionExpression: "#status = :delivering AND attribute_not_exists(due_pk)",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":pk": duePartition("DLV", delivery.id),
          ":at": instant(at + SWEEP_AFTER_MS),
          ":delivering": "delivering",
        },
      }),
    ),
  );
}

/**
 * Stores the next state of a delivery (label `delivery`). Refused if its version has changed since it was read.
 *
 * @param more further attributes of the item
 */
export function deliveryWrite(before: Delivery, after: Delivery, more: Item = {}): Write {
  const set: Item = { ...stateOf(after), ...more };
  const removed: string[] = [];
  for (const [name, value] of changedKeys(before, after)) {
    if (value === null) removed.push(name);
    else set[name] = value;
  }
  const values: Item = { ":before": before.version };
  for (const [name, value] of Object.entries(set)) values[`:${name}`] = value;
  // Expressions may not name `status`: it is a reserved word.
  const sets = Object.keys(set).map((name) => `${name === "status" ? "#status" : name} = :${name}`);
  const removes = removed.length > 0 ? ` REMOVE ${removed.join(", ")}` : "";
  return {
    label: "delivery",
    update: {
      Key: deliveryKey(before),
      UpdateExpression: `SET ${sets.join(", ")}${removes}`,
      ConditionExpression: "version = :before",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: values,
    },
  };
}

/**
 * The index keys that a change writes. All but a lease also write the keys of `due`, which an item created by its sender
 * lacks. Writing unchanged keys costs nothing.
 */
function changedKeys(before: Delivery, after: Delivery): IndexKeys {
  const old = groupKeys(before);
  const group = groupKeys(after).filter(([, value], index) => old[index]?.[1] !== value);
  return after.status === "delivering" ? group : [...group, ...dueKeys(after)];
}

/** As `deliveryWrite`, without a transaction; false if the delivery has changed since it was read. */
export function saveDelivery(
  table: Table,
  before: Delivery,
  after: Delivery,
  more: Item = {},
): Promise<boolean> {
  return commitOne(table, deliveryWrite(before, after, more));
}

/** Keeps the sweeper off a delivery until `until` (ms), unless the delivery has changed since it was read. */
export async function postponeSweep(
  table: Table,
  delivery: Delivery,
  until: number,
): Promise<void> {
  await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(delivery),
        UpdateExpression: "SET due_sk = :until",
        ConditionExpression: "version = :version AND attribute_exists(due_pk)",
        ExpressionAttributeValues: { ":until": instant(until), ":version": delivery.version },
      }),
    ),
  );
}
