import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Attempt } from "../domain/attempt-record.ts";
import { isPending } from "../domain/checkout.ts";
import type { Checkout } from "../domain/checkout-terms.ts";
import { instant } from "../domain/instant.ts";
import { unlessRefused } from "./conditional.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { duePartition } from "./due-shards.ts";
import { packText, unpackText } from "./packed-text.ts";
import { shapeOf } from "./shape.ts";
import type { Item, Table, Write } from "./transact.ts";

/** Reads an attempt, strongly consistent; null if there is none. */
export async function getAttempt(
  table: Table,
  checkoutId: string,
  id: string,
): Promise<Attempt | null> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: attemptKey(checkoutId, id),
      ConsistentRead: true,
    }),
  );
  return Item ? attemptFrom(Item) : null;
}

/**
 * Attempts of one checkout, newest first; a page may be shorter than its limit. Leaves out unsettled ones that the
 * checkout, which was read before, does not list: they are being submitted, or their request died (`checkoutListing`).
 */
export async function listAttempts(
  table: Table,
  { id, pending }: Pick<Checkout, "id" | "pending">,
  page: PageRequest,
): Promise<Page<Attempt>> {
  const found = await queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": attemptList(id) },
      ScanIndexForward: false,
      ConsistentRead: true,
    },
    page,
    ["attempts", id],
    attemptFrom,
  );
  const isKept = (one: Attempt) => one.settledAt !== null || isPending({ pending }, one.id);
  return { ...found, data: found.data.filter(isKept) };
}

/** Stores a new attempt, or a new state (refused if `tries` has changed or it is settled). Label `attempt`. */
export function attemptWrite(attempt: Attempt, expectedTries: number | "new"): Write {
  const isNew = expectedTries === "new";
  return {
    label: "attempt",
    put: {
      Item: attemptToItem(attempt),
      ConditionExpression: isNew
        ? "attribute_not_exists(pk)"
        : "tries = :tries AND settledAt = :unsettled",
      ...(isNew
        ? {}
        : { ExpressionAttributeValues: { ":tries": expectedTries, ":unsettled": null } }),
    },
  };
}

/** Deletes an attempt that no checkout lists. Refused (label `attempt`) if `tries` has changed or it is settled. */
export function removeWrite({ checkoutId, id, tries }: Attempt): Write {
  return {
    label: "attempt",
    remove: {
      Key: attemptKey(checkoutId, id),
      ConditionExpression: "tries = :tries AND settledAt = :none",
      ExpressionAttributeValues: { ":tries": tries, ":none": null },
    },
  };
}

/** Settles another attempt of the same checkout as superseded. Never refused. */
export function supersedeWrite(checkoutId: string, attemptId: string, at: number): Write {
  return {
    label: "superseded attempt",
    update: {
      Key: attemptKey(checkoutId, attemptId),
      UpdateExpression:
        "SET outcome = :outcome, settledAt = :at, nextAt = :none, leaseUntil = :zero, receipt = :none REMOVE due_pk, due_sk, gsi1pk, gsi1sk",
      ExpressionAttributeValues: { ":outcome": "superseded", ":at": at, ":none": null, ":zero": 0 },
    },
  };
}

/**
 * Takes the lease for one try, so that no other worker asks the bank for this attempt until the lease ends.
 *
 * @returns the attempt with `tries` raised; null if another worker holds the lease or it is settled
 */
export async function leaseAttempt(
  table: Table,
  attempt: Attempt,
  now: number,
  leaseMs: number,
): Promise<Attempt | null> {
  const leased = await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: attemptKey(attempt.checkoutId, attempt.id),
        UpdateExpression: "SET tries = tries + :one, leaseUntil = :until, due_sk = :due",
        ConditionExpression: "tries = :tries AND settledAt = :unsettled AND leaseUntil <= :now",
        ExpressionAttributeValues: {
          ":one": 1,
          ":until": now + leaseMs,
          ":due": instant(now + leaseMs),
          ":tries": attempt.tries,
          ":unsettled": null,
          ":now": now,
        },
        ReturnValues: "ALL_NEW",
      }),
    ),
  );
  return leased && attemptFrom(leased.Attributes as Item);
}

export function attemptKey(checkoutId: string, id: string) {
  return { pk: attemptList(checkoutId), sk: id };
}

/** Apart from the checkout itself, so that whoever may delete an attempt can't delete a checkout. */
export function attemptList(checkoutId: string): string {
  return `ATT#${checkoutId}`;
}

function attemptToItem(attempt: Attempt): Item {
  const { evidence } = attempt;
  return {
    ...attemptKey(attempt.checkoutId, attempt.id),
    entity: "attempt",
    ...attempt,
    evidence: evidence && packText(JSON.stringify(evidence)),
    ...(attempt.settledAt !== null || attempt.nextAt === null
      ? {}
      : {
          due_pk: duePartition("ATT", attempt.id),
          due_sk: instant(Math.max(attempt.nextAt, attempt.leaseUntil)),
        }),
    ...parkedKeys(attempt),
  };
}

export function attemptFrom(item: Item): Attempt {
  const { evidence } = item;
  return { ...storedFrom(item), evidence: evidence ? JSON.parse(unpackText(evidence)) : null };
}

function parkedKeys(attempt: Attempt): Item {
  if (attempt.settledAt !== null) return {};
  switch (attempt.outcome) {
    case "insufficient_credits":
      return { gsi1pk: `PRK#${attempt.accountId}`, gsi1sk: attempt.id };
    case "provider_unavailable":
    case "unreadable":
      return {
        gsi1pk: `PRK#${attempt.lookup.provider}`,
        gsi1sk: `${attempt.accountId}#${attempt.id}`,
      };
    default:
      return {};
  }
}

/** Everything but the evidence, which is compressed. */
const storedFrom = shapeOf<Omit<Attempt, "evidence">>("attempt", {
  id: "text",
  checkoutId: "text",
  accountId: "text",
  appId: "number",
  livemode: "flag",
  lookup: "map",
  payerPhone: "text or null",
  outcome: "text",
  createdAt: "number",
  settledAt: "number or null",
  tries: "number",
  nextAt: "number or null",
  leaseUntil: "number",
  streak: "map or null",
  expected: "map",
  found: "map or null",
  receipt: "map or null",
  fingerprints: "list",
});
