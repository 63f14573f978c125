import { QueryCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import { type Checkout, graceEndsAt } from "../domain/checkout.ts";
import { ServiceError } from "../domain/errors.ts";
import { instant } from "../domain/instant.ts";
import { checkoutFrom, checkoutIdOf, isTorn, stateKey, TERMS, termsKey } from "./checkout-item.ts";
import { dueItemKeys } from "./due.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import { type Item, type Table, unlessRefused } from "./transact.ts";

const HOUR_MS = 3_600_000;

/** Reads of one checkout at most. Its texts seldom change, and never as often as it is read. */
const MOST_READS = 4;

/**
 * Reads a checkout, strongly consistent; null if there is none. The caller checks who may read it. It takes one query,
 * and a second one where its texts have changed during the first: an event must not combine the new state with the old texts.
 *
 * @throws ServiceError `service_unavailable` if they change all the time
 */
export async function getCheckout(table: Table, id: string): Promise<Checkout | null> {
  for (let reads = 0; reads < MOST_READS; reads++) {
    const items = await itemsOf(table, id);
    if (!isTorn(items)) return checkoutFrom(items);
  }
  throw new ServiceError("service_unavailable", "This checkout changes too often; try again.");
}

/**
 * Reads a checkout for half the price, perhaps as it was a moment ago; null if there is none yet, or if its texts are just
 * changing. Nothing may be decided by it but that nothing is new.
 */
export async function glanceAtCheckout(table: Table, id: string): Promise<Checkout | null> {
  const items = await itemsOf(table, id, false);
  return isTorn(items) ? null : checkoutFrom(items);
}

async function itemsOf(table: Table, id: string, ConsistentRead = true): Promise<readonly Item[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": termsKey(id).pk, ":sk": TERMS },
      ConsistentRead,
    }),
  );
  return Items;
}

/** Reads the checkouts of index rows, in the order of the rows; leaves out those that no longer exist. */
export async function checkoutsOf(table: Table, keys: readonly ItemKey[]): Promise<Checkout[]> {
  const ids = keys.map(checkoutIdOf);
  const items = await getItems(
    table,
    ids.flatMap((id) => [termsKey(id), stateKey(id)]),
  );
  const parts = Map.groupBy(items, ({ pk }) => String(pk));
  return [...parts.values()].map(checkoutFrom).filter((checkout) => checkout !== null);
}

/** The app of each checkout, by its id; leaves out those that no longer exist. */
export async function appsOfCheckouts(
  table: Table,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const items = await getItems(table, ids.map(termsKey), {
    ProjectionExpression: "pk, sk, appId",
  });
  return new Map(items.map((item) => [checkoutIdOf(item as Item & ItemKey), Number(item.appId)]));
}

/** Ids of checkouts that are due by `now` (ms): at their expiry, or at the end of their grace period. */
export async function dueCheckouts(table: Table, now: number, limit: number): Promise<string[]> {
  return (await dueItemKeys(table, "CO", now, limit)).map(checkoutIdOf);
}

/**
 * Keeps the sweeper off an expired checkout with a pending attempt: until its grace period ends, then for
 * an hour at a time. Does nothing if its state has changed since it was read.
 */
export async function postponeExpiry(table: Table, checkout: Checkout, now: number): Promise<void> {
  const until = Math.max(graceEndsAt(checkout), now + HOUR_MS);
  await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: stateKey(checkout.id),
        UpdateExpression: "SET due_sk = :until",
        ConditionExpression: "version = :version AND attribute_exists(due_pk)",
        ExpressionAttributeValues: { ":until": instant(until), ":version": checkout.version },
      }),
    ),
  );
}
