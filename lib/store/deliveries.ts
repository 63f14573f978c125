import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { afterClaim, type Delivery, LEASE_MS } from "../domain/delivery.ts";
import { instant } from "../domain/instant.ts";
import { commitOne, unlessRefused } from "./conditional.ts";
import {
  changeOf,
  type DeliveryRef,
  deliveryFrom,
  deliveryKey,
  deliveryToItem,
  isKept,
} from "./delivery-item.ts";
import { type Item, type Table, transact, type Write } from "./transact.ts";

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

/** Stores a delivery unless it exists; returns the stored one. */
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
    return deliveryFrom(unmarshall(error.Item));
  }
}

/**
 * Takes the lease for one attempt. The lease writes no index.
 *
 * @returns null if the attempt was made, is not due or was abandoned, or if another sender holds the lease:
 * the caller drops its message
 */
export async function claimDelivery(
  table: Table,
  ref: DeliveryRef,
  attempt: number,
  now: number,
): Promise<Delivery | null> {
  const claimed = await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(ref),
        UpdateExpression:
          "SET #status = :delivering, leaseUntil = :until, leases = leases + :one, version = version + :one",
        ConditionExpression: `${NOT_MADE_YET} AND ${NOT_LEASED} AND ${IS_DUE}`,
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":delivering": "delivering",
          ":until": now + LEASE_MS,
          ":one": 1,
          ":made": attempt - 1,
          ":now": now,
        },
        ReturnValues: "ALL_NEW",
      }),
    ),
  );
  return claimed && deliveryFrom(claimed.Attributes as Item);
}
const NOT_MADE_YET = "attemptsCount = :made";
const NOT_LEASED = "leaseUntil <= :now";
// A missing time compares as false, so a delivery without a planned attempt is never due.
const IS_DUE = "(nextAttemptAt <= :now OR manualAt <= :now)";

/**
 * As `claimDelivery` for several deliveries that were just read: claims all of them in one transaction, or
 * none.
 *
 * @returns null if one of them has changed since
 */
export async function claimTogether(
  table: Table,
  deliveries: readonly Delivery[],
  now: number,
): Promise<readonly Delivery[] | null> {
  const claimed = deliveries.map((delivery) => afterClaim(delivery, now));
  const writes = deliveries.map((delivery, index) =>
    deliveryWrite(delivery, claimed[index] ?? delivery),
  );
  return (await transact(table, writes)).committed ? claimed : null;
}

/**
 * Stores the next state of a delivery (label `delivery`): only the attributes that change, so that the others
 * stay. Refused if its version has changed since it was read.
 *
 * @param more further attributes of the item
 */
export function deliveryWrite(before: Delivery, after: Delivery, more: Item = {}): Write {
  const { set, removed } = changeOf(before, after);
  const changes = [...set, ...Object.entries(more)];
  const names: Record<string, string> = { "#version": "version" };
  const values: Record<string, unknown> = { ":before": before.version };
  for (const [name, value] of changes) {
    names[`#${name}`] = name;
    values[`:${name}`] = value;
  }
  for (const name of removed) names[`#${name}`] = name;
  const sets = `SET ${changes.map(([name]) => `#${name} = :${name}`).join(", ")}`;
  const removes = removed.map((name) => `#${name}`).join(", ");
  return {
    label: "delivery",
    update: {
      Key: deliveryKey(before),
      UpdateExpression: removes === "" ? sets : `${sets} REMOVE ${removes}`,
      ConditionExpression: "#version = :before",
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
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
