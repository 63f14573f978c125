import { afterClaim, type Delivery, isClaimable } from "../domain/delivery.ts";
import { ServiceError } from "../domain/errors.ts";
import {
  type DeliveryRef,
  deliveryFrom,
  deliveryKey,
  deliveryToItem,
  deliveryWrite,
  saveDelivery,
} from "./deliveries.ts";
import { getItems } from "./get-items.ts";
import { commitOne, LOST, optimistically, type Table, transact, type Write } from "./transact.ts";

/** A delivery to claim, as it was just read, or as its sender stores it. */
export interface Claimable {
  readonly delivery: Delivery;
  readonly isStored: boolean;
}

/** Takes the lease of one delivery. Null if it has changed since, or was made by another. */
export async function claimAsRead(
  table: Table,
  { delivery, isStored }: Claimable,
  now: number,
): Promise<Delivery | null> {
  const after = afterClaim(delivery, now);
  const write = isStored ? deliveryWrite(delivery, after) : leasedWrite(after);
  return (await commitOne(table, write)) ? after : null;
}

/** Stores a delivery under the lease of its sender, unless it exists. The relay's copy of its event tells the sweeper. */
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
 * @throws ServiceError `service_unavailable` if others keep changing it
 */
export async function claimDelivery(
  table: Table,
  ref: DeliveryRef,
  attempt: number,
  now: number,
): Promise<Delivery | null> {
  const claimed = await optimistically(async () => {
    const [item] = await getItems(table, [deliveryKey(ref)]);
    const delivery = item === undefined ? null : deliveryFrom(item);
    if (delivery === null || !isClaimable(delivery, attempt, now)) return null;
    const after = afterClaim(delivery, now);
    return (await saveDelivery(table, delivery, after)) ? after : LOST;
  });
  if (claimed !== LOST) return claimed;
  throw new ServiceError("service_unavailable", "The delivery keeps changing.");
}

/**
 * As `claimAsRead` for several deliveries: claims all of them in one transaction, or none.
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
