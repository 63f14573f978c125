import { GetCommand, QueryCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import type { Attempt } from "../domain/attempt.ts";
import { type Checkout, isPending } from "../domain/checkout.ts";
import { instant } from "../domain/instant.ts";
import type { ProviderId } from "../domain/provider.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { dueItems, type OnUnreadable, readAll } from "./due.ts";
import { duePartition } from "./due-shards.ts";
import { packText, shapeOf, unpackText } from "./shape.ts";
import { commitOne, type Item, type Table, unlessRefused, type Write } from "./transact.ts";

/** Reads an attempt, strongly consistent; null if there is none. */
export async function getAttempt(
  table: Table,
  checkoutId: string,
  id: string,
): Promise<Attempt | null> {
  const Key = attemptKey(checkoutId, id);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
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

/** As it was read: neither tried nor settled since. */
const UNCHANGED = "tries = :tries AND settledAt = :unsettled";
const unchanged = (tries: number) => ({ ":tries": tries, ":unsettled": null });

/** Stores a new attempt, or a new state (refused if `tries` has changed or it is settled). Label `attempt`. */
export function attemptWrite(attempt: Attempt, expectedTries: number | "new"): Write {
  const condition =
    expectedTries === "new"
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: UNCHANGED, ExpressionAttributeValues: unchanged(expectedTries) };
  return { label: "attempt", put: { Item: attemptToItem(attempt), ...condition } };
}

/** Deletes an attempt that no checkout lists. Refused (label `attempt`) if `tries` has changed or it is settled. */
export function removeWrite({ checkoutId, id, tries }: Attempt): Write {
  return {
    label: "attempt",
    remove: {
      Key: attemptKey(checkoutId, id),
      ConditionExpression: UNCHANGED,
      ExpressionAttributeValues: unchanged(tries),
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
        ConditionExpression: `${UNCHANGED} AND leaseUntil <= :now`,
        ExpressionAttributeValues: {
          ":one": 1,
          ":until": now + leaseMs,
          ":due": instant(now + leaseMs),
          ":now": now,
          ...unchanged(attempt.tries),
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

/** Separate from the checkout itself, so that permission to delete an attempt does not include checkouts. */
export function attemptList(checkoutId: string): string {
  return `ATT#${checkoutId}`;
}

function attemptToItem(attempt: Attempt): Item {
  const { id, checkoutId, evidence, settledAt, nextAt, leaseUntil } = attempt;
  return {
    ...attemptKey(checkoutId, id),
    entity: "attempt",
    ...attempt,
    evidence: evidence && packText(JSON.stringify(evidence)),
    ...(settledAt === null && nextAt !== null
      ? { due_pk: duePartition("ATT", id), due_sk: instant(Math.max(nextAt, leaseUntil)) }
      : {}),
    ...parkedKeys(attempt),
  };
}

export function attemptFrom(item: Item): Attempt {
  const { evidence } = item;
  return { ...storedFrom(item), evidence: evidence ? JSON.parse(unpackText(evidence)) : null };
}

function parkedKeys({ id, accountId, lookup, outcome, settledAt }: Attempt): Item {
  if (settledAt !== null) return {};
  switch (outcome) {
    case "insufficient_credits":
      return { gsi1pk: `PRK#${accountId}`, gsi1sk: id };
    case "provider_unavailable":
    case "unreadable":
      return { gsi1pk: `PRK#${lookup.provider}`, gsi1sk: `${accountId}#${id}` };
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

/** The sweeper waits this long after the due time: the message should have arrived by then. */
const SWEEP_AFTER_MS = 60_000;

/** Attempts that no worker has tried although they were due, oldest first, at most `limit` per shard. */
export async function overdueAttempts(
  table: Table,
  now: number,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<Attempt[]> {
  const items = await dueItems(table, "ATT", now - SWEEP_AFTER_MS, limit);
  return readAll(items, attemptFrom, onUnreadable);
}

/** Keeps the sweeper off an attempt until `until` (ms), unless it was tried or settled since it was read. */
export async function postponeSweep(table: Table, attempt: Attempt, until: number): Promise<void> {
  await commitOne(table, {
    label: "attempt",
    update: {
      Key: attemptKey(attempt.checkoutId, attempt.id),
      UpdateExpression: "SET due_sk = :to",
      ConditionExpression: `${UNCHANGED} AND attribute_exists(due_pk)`,
      ExpressionAttributeValues: { ":to": instant(until), ...unchanged(attempt.tries) },
    },
  });
}

/** Attempts of an account that wait for credits, oldest first, at most `limit`. */
export async function parkedAttempts(
  table: Table,
  accountId: string,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<Attempt[]> {
  const values = { ":pk": `PRK#${accountId}` };
  return readAll(
    await parkedUnder(table, "gsi1pk = :pk", values, limit),
    attemptFrom,
    onUnreadable,
  );
}

/**
 * Attempts of one account that are parked for a provider, at most `limit`: of the first account after `after`
 * (an account id; empty for the first of all). Null after the last account. One query visits one account,
 * however many attempts it has parked.
 */
export async function parkedByNextAccount(
  table: Table,
  provider: ProviderId,
  after: string,
  limit: number,
  onUnreadable?: OnUnreadable,
): Promise<{ readonly accountId: string; readonly attempts: readonly Attempt[] } | null> {
  // "$" is the character after "#": it skips all attempts of the previous account.
  const values = { ":pk": `PRK#${provider}`, ":after": `${after}$` };
  const items = await parkedUnder(table, "gsi1pk = :pk AND gsi1sk > :after", values, limit);
  const accountOf = ({ gsi1sk }: Item) => String(gsi1sk).split("#")[0] ?? "";
  if (items[0] === undefined) return null;
  const accountId = accountOf(items[0]);
  const own = items.filter((item) => accountOf(item) === accountId);
  return { accountId, attempts: readAll(own, attemptFrom, onUnreadable) };
}

async function parkedUnder(
  table: Table,
  condition: string,
  values: Item,
  limit: number,
): Promise<Item[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: condition,
      ExpressionAttributeValues: values,
      Limit: limit,
    }),
  );
  return Items;
}
