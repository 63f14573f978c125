import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type Checkout, type CheckoutState, graceEndsAt, modeOf } from "../domain/checkout.ts";
import { ServiceError } from "../domain/errors.ts";
import { instant } from "../domain/instant.ts";
import {
  checkoutFrom,
  checkoutIdOf,
  checkoutLists,
  clientReferenceKeys,
  expiryKeys,
  isTorn,
  pickState,
  splitCheckout,
  stateKey,
  statusList,
  TERMS,
  TEXTS_SEQUENCE,
  termsKey,
} from "./checkout-item.ts";
import { unlessRefused } from "./conditional.ts";
import { dueItemKeys } from "./due.ts";
import { getItems, type ItemKey } from "./get-items.ts";
import type { Item, Table, Write } from "./transact.ts";

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

async function itemsOf(table: Table, id: string): Promise<readonly Item[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": termsKey(id).pk, ":sk": TERMS },
      ConsistentRead: true,
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

/** Ids of checkouts that are due by `now` (ms): at their expiry, or at the end of their grace period. */
export async function dueCheckouts(table: Table, now: number, limit: number): Promise<string[]> {
  return (await dueItemKeys(table, "CO", now, limit)).map(checkoutIdOf);
}

/** Stores a new checkout; refused (label `checkout`) if the id is taken. */
export function createWrites(checkout: Checkout): Write[] {
  const { terms, state } = splitCheckout(checkout);
  const { id, appId } = checkout;
  const lists = checkoutLists(checkout.accountId, modeOf(checkout.livemode));
  return [
    {
      label: "checkout",
      put: {
        Item: {
          ...termsKey(id),
          entity: "checkout",
          ...terms,
          gsi2pk: lists.app(appId),
          gsi2sk: id,
          ...clientReferenceKeys(terms),
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      label: "checkout",
      put: {
        Item: {
          ...stateKey(id),
          entity: "checkout_state",
          appId,
          ...state,
          gsi3pk: statusList(terms, state),
          gsi3sk: id,
          ...expiryKeys(id, state),
        },
      },
    },
  ];
}

/**
 * Stores a new state. Refused (label `checkout`) if another request has stored one since `before` was
 * read: the caller reads and decides again.
 */
export function stateWrite(before: Checkout, after: CheckoutState): Write {
  const { expiresAt: _, ...changing } = pickState(after);
  const state: Record<string, unknown> = {
    ...changing,
    version: before.version + 1,
    gsi3pk: statusList(before, after),
    ...(after.pending.length > 0 && after.status === "open" ? {} : expiryKeys(before.id, after)),
  };
  const names: Record<string, string> = { "#version": "version" };
  const values: Record<string, unknown> = { ":before": before.version };
  const sets: string[] = [];
  const removes: string[] = [];
  for (const [name, value] of Object.entries(state)) {
    names[`#${name}`] = name;
    if (value === undefined) {
      removes.push(`#${name}`);
      continue;
    }
    values[`:${name}`] = value;
    sets.push(`#${name} = :${name}`);
  }
  return {
    label: "checkout",
    update: {
      Key: stateKey(before.id),
      UpdateExpression: `SET ${sets.join(", ")}${removes.length ? ` REMOVE ${removes.join(", ")}` : ""}`,
      ConditionExpression: "#version = :before",
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

/**
 * Raises the version alone, so that any change that another request has decided on is refused. Refused (label `checkout`)
 * if one has been stored since `before` was read.
 */
export function versionWrite(before: Checkout): Write {
  return {
    label: "checkout",
    update: {
      Key: stateKey(before.id),
      UpdateExpression: "SET version = :next",
      ConditionExpression: "version = :before",
      ExpressionAttributeValues: { ":before": before.version, ":next": before.version + 1 },
    },
  };
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

/** The fields that a merchant can change while a checkout is open. */
export type CheckoutTexts = Pick<Checkout, "clientReference" | "description" | "metadata">;

/**
 * Stores new texts and raises version and sequence. Refused (label `checkout` or `checkout texts`) if the checkout has
 * changed since `before` was read. The texts are compared themselves: a list reads the two items of a checkout one after
 * the other, and may return the old texts with the new version.
 */
export function textsWrites(before: Checkout, texts: CheckoutTexts): Write[] {
  const sequence = before.sequence + 1;
  const index = Object.entries(clientReferenceKeys({ ...before, ...texts }));
  const reindex =
    index.length === 0
      ? " REMOVE gsi4pk, gsi4sk"
      : index.map(([name]) => `, ${name} = :${name}`).join("");
  return [
    {
      label: "checkout texts",
      update: {
        Key: termsKey(before.id),
        UpdateExpression: `SET clientReference = :reference, description = :description, metadata = :metadata, ${TEXTS_SEQUENCE} = :sequence${reindex}`,
        ConditionExpression:
          "clientReference = :wasReference AND description = :wasDescription AND metadata = :wasMetadata",
        ExpressionAttributeValues: {
          ":wasReference": before.clientReference,
          ":wasDescription": before.description,
          ":wasMetadata": before.metadata,
          ":reference": texts.clientReference,
          ":description": texts.description,
          ":metadata": texts.metadata,
          ":sequence": sequence,
          ...Object.fromEntries(index.map(([name, value]) => [`:${name}`, value])),
        },
      },
    },
    {
      label: "checkout",
      update: {
        Key: stateKey(before.id),
        UpdateExpression: `SET #version = :next, #sequence = :sequence, ${TEXTS_SEQUENCE} = :sequence`,
        ConditionExpression: "#version = :before",
        ExpressionAttributeNames: { "#version": "version", "#sequence": "sequence" },
        ExpressionAttributeValues: {
          ":before": before.version,
          ":next": before.version + 1,
          ":sequence": sequence,
        },
      },
    },
  ];
}
