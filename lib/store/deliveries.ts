import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import {
  type Delivery,
  type DeliveryPlan,
  type DeliveryStatus,
  dueAt,
  LEASE_MS,
} from "../domain/delivery.ts";
import { idFloor } from "../domain/ids.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { dueItems } from "./due.ts";
import { withoutKeys } from "./item.ts";
import { duePartition, instantKey } from "./table.ts";
import type { Item, Table, Write } from "./transact.ts";

const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;
/** How long after its time a delivery is looked after by the sweeper: its message should have come. */
export const SWEEP_AFTER_MS = 2 * 60_000;

/** Reads a delivery, strongly consistent; null where there is none or its time is over. */
export async function getDelivery(table: Table, id: string, now: number): Promise<Delivery | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: deliveryKey(id), ConsistentRead: true }),
  );
  const delivery = Item ? withoutKeys<Delivery>(Item) : null;
  return delivery && delivery.createdAt + KEPT_MS > now ? delivery : null;
}

/** Stores a new delivery; refused (label `delivery`) if it exists. */
export function newDeliveryWrite(delivery: Delivery): Write {
  return {
    label: "delivery",
    put: { Item: deliveryToItem(delivery), ConditionExpression: "attribute_not_exists(pk)" },
  };
}

/** Stores a delivery unless it is there; answers with what is there now. */
export async function ensureDelivery(table: Table, delivery: Delivery): Promise<Delivery> {
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: deliveryToItem(delivery),
        ConditionExpression: "attribute_not_exists(pk)",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return delivery;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return withoutKeys<Delivery>(unmarshall(error.Item));
  }
}

/**
 * Takes the lease for one attempt. Null when the attempt was made already, is not due, has been given
 * up, or another sender has it: whoever hears null drops the message.
 */
export async function claimDelivery(
  table: Table,
  id: string,
  attempt: number,
  now: number,
): Promise<Delivery | null> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(id),
        UpdateExpression:
          "SET #status = :delivering, leaseUntil = :until, leases = leases + :one, version = version + :one, due_sk = :due",
        ConditionExpression: `${NOT_MADE_YET} AND ${NOBODY_HAS_IT} AND ${IS_DUE}`,
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":delivering": "delivering",
          ":until": now + LEASE_MS,
          ":due": instantKey(now + LEASE_MS),
          ":one": 1,
          ":made": attempt - 1,
          ":now": now,
        },
        ReturnValues: "ALL_NEW",
      }),
    );
    return withoutKeys<Delivery>(Attributes as Item);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}
const NOT_MADE_YET = "attemptsCount = :made";
const NOBODY_HAS_IT = "leaseUntil <= :now";
// Null is no number, so what is not planned is never due.
const IS_DUE = "(nextAttemptAt <= :now OR manualAt <= :now)";

/** Stores the next state of a delivery; refused (label `delivery`) if it is not what was read any more. */
export function deliveryWrite(before: Delivery, after: Delivery): Write {
  return {
    label: "delivery",
    put: {
      Item: deliveryToItem(after),
      ConditionExpression: "version = :version",
      ExpressionAttributeValues: { ":version": before.version },
    },
  };
}

/** As `deliveryWrite`, by itself. False if somebody else changed it first. */
export async function saveDelivery(
  table: Table,
  before: Delivery,
  after: Delivery,
): Promise<boolean> {
  try {
    await table.client.send(
      new PutCommand({ TableName: table.name, ...deliveryWrite(before, after).put } as never),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Deliveries whose message must have been lost or whose sender died, oldest first, at most `limit` a shard. */
export async function overdueDeliveries(
  table: Table,
  now: number,
  limit: number,
): Promise<Delivery[]> {
  const items = await dueItems(table, "DLV", now, limit);
  return items.map((item) => withoutKeys<Delivery>(item));
}

/** Lets the sweeper leave a delivery alone until `until`, unless something happened to it meanwhile. */
export async function postponeSweep(
  table: Table,
  delivery: Delivery,
  until: number,
): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(delivery.id),
        UpdateExpression: "SET due_sk = :until",
        ConditionExpression: "version = :version AND attribute_exists(due_pk)",
        ExpressionAttributeValues: {
          ":until": instantKey(until),
          ":version": delivery.version,
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

export interface DeliveryFilter {
  /** Of one endpoint, or of one app over all its endpoints; the caller has checked whose they are. */
  readonly of: { readonly endpointId: string } | { readonly appId: number };
  readonly status?: DeliveryStatus | undefined;
  readonly eventType?: string | undefined;
  /** An endpoint has one mode; an app has both. */
  readonly livemode?: boolean | undefined;
}

/** Lists deliveries, newest first, 90 days back. */
export function listDeliveries(
  table: Table,
  filter: DeliveryFilter,
  page: PageRequest,
  now: number,
): Promise<Page<Delivery>> {
  const by = narrowest(filter);
  const conditions = [
    ...(filter.status !== undefined && !by.exact ? ["#status = :status"] : []),
    ...(filter.eventType !== undefined ? ["eventType = :type"] : []),
    ...(filter.livemode !== undefined ? ["livemode = :livemode"] : []),
  ];
  const used = conditions.join(" ");
  return queryPage(
    table,
    {
      IndexName: by.index,
      KeyConditionExpression: `${by.index}pk = :pk AND ${by.index}sk >= :since`,
      FilterExpression: conditions.length > 0 ? conditions.join(" AND ") : undefined,
      ExpressionAttributeNames: used.includes("#status") ? { "#status": "status" } : undefined,
      ExpressionAttributeValues: {
        ":pk": by.partition,
        ":since": idFloor("dlv_", Math.max(0, now - KEPT_MS)),
        ...(used.includes(":status") ? { ":status": filter.status } : {}),
        ...(used.includes(":type") ? { ":type": filter.eventType } : {}),
        ...(used.includes(":livemode") ? { ":livemode": filter.livemode } : {}),
      },
      ScanIndexForward: false,
    },
    page,
    ["deliveries", filter],
    (item) => withoutKeys<Delivery>(item),
  );
}

function narrowest({ of, status }: DeliveryFilter) {
  if ("appId" in of) return { index: "gsi2", partition: `DLP#${of.appId}`, exact: false };
  if (status === undefined) {
    return { index: "gsi1", partition: `DLW#${of.endpointId}`, exact: false };
  }
  const group = groupOf(status);
  return { index: "gsi3", partition: `DLS#${of.endpointId}#${group}`, exact: group === status };
}

/** Range of one endpoint's deliveries in one group, oldest first: for work that goes through all of them. */
export interface DeliveryRange {
  readonly endpointId: string;
  readonly group: DeliveryGroup;
  /** Ids after this one. */
  readonly after: string;
  /** Ids up to this one. */
  readonly upTo: string;
  readonly limit: number;
}

export async function deliveriesInRange(table: Table, range: DeliveryRange): Promise<Delivery[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi3",
      KeyConditionExpression: "gsi3pk = :pk AND gsi3sk BETWEEN :after AND :upTo",
      ExpressionAttributeValues: {
        ":pk": `DLS#${range.endpointId}#${range.group}`,
        // BETWEEN includes its lower end; nothing sorts between an id and the id with a space.
        ":after": `${range.after} `,
        ":upTo": range.upTo,
      },
      Limit: range.limit,
    }),
  );
  return Items.map((item) => withoutKeys<Delivery>(item));
}

/**
 * `waiting` holds everything that will be sent, in flight or not: a claim knows only the delivery's
 * id and so cannot change an index key, and a row that stays where it is costs no index write.
 */
export type DeliveryGroup = "waiting" | Exclude<DeliveryPlan, "pending" | "retrying">;

function groupOf(status: DeliveryStatus): DeliveryGroup {
  if (status === "delivering" || status === "pending" || status === "retrying") return "waiting";
  return status;
}

function deliveryKey(id: string) {
  return { pk: `DLV#${id}`, sk: "DLV" };
}

function deliveryToItem(delivery: Delivery): Item {
  const due = dueAt(delivery);
  const group = due === null ? delivery.plan : "waiting";
  return {
    ...deliveryKey(delivery.id),
    entity: "delivery",
    ...delivery,
    gsi1pk: `DLW#${delivery.endpointId}`,
    gsi1sk: delivery.id,
    gsi2pk: `DLP#${delivery.appId}`,
    gsi2sk: delivery.id,
    gsi3pk: `DLS#${delivery.endpointId}#${group}`,
    gsi3sk: delivery.id,
    ...(due === null
      ? {}
      : {
          due_pk: duePartition("DLV", delivery.id),
          due_sk: instantKey(due + SWEEP_AFTER_MS),
        }),
    ttl: Math.ceil((delivery.createdAt + KEPT_MS) / 1000),
  };
}
