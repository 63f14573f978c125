import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterClaim, type Delivery, LEASE_MS } from "../domain/delivery.ts";
import {
  type DeliveryRef,
  deliveryFrom,
  deliveryKey,
  deliveryToItem,
  deliveryWrite,
} from "./deliveries.ts";
import {
  commitOne,
  type Item,
  type Table,
  transact,
  unlessRefused,
  type Write,
} from "./transact.ts";

/** Stores a delivery under the lease of its sender; false if it exists. The relay's copy of its event tells the sweeper. */
export function makeLeased(table: Table, claimed: Delivery): Promise<boolean> {
  return commitOne(table, leasedWrite(claimed));
}

function leasedWrite(claimed: Delivery): Write {
  return {
    label: "delivery",
    put: {
      Item: deliveryToItem(claimed, false),
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
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

/** A delivery to claim, as it was just read, or as its sender stores it. */
export interface Claimable {
  readonly delivery: Delivery;
  readonly isStored: boolean;
}

/**
 * As `claimDelivery` or `makeLeased` for several deliveries: claims all of them in one transaction, or none.
 *
 * @returns null if one of them has changed since, or was made by another
 */
export async function claimTogether(
  table: Table,
  wanted: readonly Claimable[],
  now: number,
): Promise<readonly Delivery[] | null> {
  const claimed = wanted.map(({ delivery }) => afterClaim(delivery, now));
  const writes = wanted.map(({ delivery, isStored }, index) => {
    const after = claimed[index] ?? delivery;
    return isStored ? deliveryWrite(delivery, after) : leasedWrite(after);
  });
  return (await transact(table, writes)).committed ? claimed : null;
}
