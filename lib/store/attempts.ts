import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Attempt } from "../domain/attempt-record.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { dueItems } from "./due.ts";
import { withoutKeys } from "./item.ts";
import { duePartition, instantKey } from "./table.ts";
import type { Item, Table, Write } from "./transact.ts";

/** How long after its time an attempt is looked after by the sweeper: its message should have come. */
const SWEEP_AFTER_MS = 60_000;

/** Reads an attempt, strongly consistent; null where there is none. */
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
  return Item ? withoutKeys<Attempt>(Item) : null;
}

/** Attempts of one checkout, newest first. */
export function listAttempts(
  table: Table,
  checkoutId: string,
  page: PageRequest,
): Promise<Page<Attempt>> {
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": `CO#${checkoutId}`, ":sk": "ATT#" },
      ScanIndexForward: false,
      ConsistentRead: true,
    },
    page,
    ["attempts", checkoutId],
    (item) => withoutKeys<Attempt>(item),
  );
}

/** Stores a new attempt, or the new state of one; `tries` must still be what was read. */
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

/** Ends another attempt of the same checkout that nobody needs any more. */
export function supersedeWrite(checkoutId: string, attemptId: string, at: number): Write {
  return {
    label: `superseded ${attemptId}`,
    update: {
      Key: attemptKey(checkoutId, attemptId),
      UpdateExpression:
        "SET outcome = :outcome, settledAt = :at, nextAt = :none, leaseUntil = :zero REMOVE due_pk, due_sk, gsi1pk, gsi1sk, receipt",
      ExpressionAttributeValues: { ":outcome": "superseded", ":at": at, ":none": null, ":zero": 0 },
    },
  };
}

/** A person has decided: the receipt is not needed any more, and an open outcome is final. */
export function decideAttemptWrite(attempt: Attempt, outcome: Attempt["outcome"]): Write {
  return {
    label: "attempt",
    update: {
      Key: attemptKey(attempt.checkoutId, attempt.id),
      UpdateExpression: "SET outcome = :outcome, receipt = :none",
      ConditionExpression: "settledAt <> :none AND outcome = :before",
      ExpressionAttributeValues: {
        ":outcome": outcome,
        ":before": attempt.outcome,
        ":none": null,
      },
    },
  };
}

/**
 * Takes the lease for one try: nobody else asks the bank for this attempt until it runs out.
 * Returns the attempt with `tries` raised, or null when another holds it or it is settled.
 */
export async function leaseAttempt(
  table: Table,
  attempt: Attempt,
  now: number,
  leaseMs: number,
): Promise<Attempt | null> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: attemptKey(attempt.checkoutId, attempt.id),
        UpdateExpression: "SET tries = tries + :one, leaseUntil = :until, due_sk = :due",
        ConditionExpression: "tries = :tries AND settledAt = :unsettled AND leaseUntil <= :now",
        ExpressionAttributeValues: {
          ":one": 1,
          ":until": now + leaseMs,
          ":due": instantKey(now + leaseMs),
          ":tries": attempt.tries,
          ":unsettled": null,
          ":now": now,
        },
        ReturnValues: "ALL_NEW",
      }),
    );
    return withoutKeys<Attempt>(Attributes as Item);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}

/** Attempts whose time has passed without anybody trying them, oldest first, at most `limit` a shard. */
export async function overdueAttempts(
  table: Table,
  now: number,
  limit: number,
): Promise<Attempt[]> {
  const items = await dueItems(table, "ATT", now - SWEEP_AFTER_MS, limit);
  return items.map((item) => withoutKeys<Attempt>(item));
}

/** Attempts parked for one reason: `account` waits for credits, `provider` for a bank to come back. */
export async function parkedAttempts(
  table: Table,
  parkedFor: string,
  limit: number,
): Promise<Attempt[]> {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      ExpressionAttributeValues: { ":pk": `PRK#${parkedFor}` },
      Limit: limit,
    }),
  );
  return (Items ?? []).map((item) => withoutKeys<Attempt>(item));
}

function attemptKey(checkoutId: string, id: string) {
  return { pk: `CO#${checkoutId}`, sk: `ATT#${id}` };
}

function attemptToItem(attempt: Attempt): Item {
  return {
    ...attemptKey(attempt.checkoutId, attempt.id),
    entity: "attempt",
    ...attempt,
    ...(attempt.settledAt !== null || attempt.nextAt === null
      ? {}
      : {
          due_pk: duePartition("ATT", attempt.id),
          due_sk: instantKey(Math.max(attempt.nextAt, attempt.leaseUntil)),
        }),
    ...parkedKeys(attempt),
  };
}

function parkedKeys(attempt: Attempt): Item {
  if (attempt.settledAt !== null) return {};
  switch (attempt.outcome) {
    case "insufficient_credits":
      return { gsi1pk: `PRK#${attempt.accountId}`, gsi1sk: attempt.id };
    case "provider_unavailable":
    case "unreadable":
      return { gsi1pk: `PRK#${attempt.lookup.provider}`, gsi1sk: attempt.id };
    default:
      return {};
  }
}
