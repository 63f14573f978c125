import { GetCommand, QueryCommand } from "../cloud/dynamodb.ts";
import {
  addsUp,
  type Balance,
  type CreditShard,
  EMPTY_BALANCE,
  sumOfShards,
} from "../domain/ledger.ts";
import type { ItemKey } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import { Contention, type Item, type Table, type Write } from "./transact.ts";

/** Sort key of the first shard, and prefix of the others. */
const BALANCE = "BALANCE";

/** Each costs one read unit. Two are enough unless a draw or a grant commits in between. */
const MAX_READS = 8;

/** The number of shards, stored in the first one of an account with several; that item has shape 2, like the others. */
interface StoredShard extends Balance {
  readonly shards?: number;
}

export function shardKey(accountId: string, number: number): ItemKey {
  return { pk: `CRD#${accountId}`, sk: number === 0 ? BALANCE : `${BALANCE}#${number}` };
}

/** Reads the balance, strongly consistent; `EMPTY_BALANCE` if there is none. One read for an account with one shard. */
export async function getBalance(table: Table, accountId: string): Promise<Balance> {
  const first = await getFirstShard(table, accountId);
  if (first === null) return EMPTY_BALANCE;
  const { shards = 1, ...balance } = first;
  return shards === 1 ? balance : sumOfShards(await readShards(table, accountId));
}

/**
 * What the creation of a checkout needs to know: whether a credit is left, and how many shards there are. One read, which may
 * be a moment old, or two where the first shard seems empty: nobody is refused who has just bought credits.
 */
export async function readCreditsLeft(
  table: Table,
  accountId: string,
): Promise<{ readonly isEmpty: boolean; readonly shards: number }> {
  const glanced = await getFirstShard(table, accountId, false);
  if (glanced && glanced.available > 0) return { isEmpty: false, shards: glanced.shards ?? 1 };
  const all = await readShards(table, accountId);
  return { isEmpty: sumOfShards(all).available < 1, shards: all.length };
}

/**
 * Reads all shards as they were at one moment. One query is not a snapshot: it may see half of a draw, or a credit that a
 * grant and a capture moved behind its back. It is repeated until the shards add up and, where all seem empty, until two
 * reads in a row are the same, so that "empty" is never a mistake.
 *
 * @throws Contention if other transactions changed the shards each time
 */
export async function readShards(table: Table, accountId: string): Promise<readonly CreditShard[]> {
  let before: string | undefined;
  for (let reads = 0; reads < MAX_READS; reads++) {
    const { shards, expected } = await queryShards(table, accountId);
    const now = JSON.stringify(shards);
    if (shards.length === expected && addsUp(shards)) {
      const isEmpty = sumOfShards(shards).available < 1;
      if (!isEmpty || shards.length === 1 || now === before) return shards;
    }
    before = now;
  }
  throw new Contention();
}

/** The writes that raise the number of shards; the new ones are empty. Refused (label `credits`) if it has changed. */
export function widenWrites(accountId: string, from: number, to: number): Write[] {
  const added = Array.from({ length: to - from }, (_, index) => from + index);
  return [
    {
      label: "credits",
      update: {
        Key: { ...shardKey(accountId, 0) },
        UpdateExpression:
          "SET shards = :to, #v = :v, granted = if_not_exists(granted, :zero), available = if_not_exists(available, :zero), captured = if_not_exists(captured, :zero), entity = :entity, accountId = :account",
        ...countedAs(from),
        ExpressionAttributeNames: { "#v": "v" },
        ExpressionAttributeValues: {
          ...(from === 1 ? {} : { ":from": from }),
          ":to": to,
          ":v": SHAPE_OF_SEVERAL,
          ":zero": 0,
          ":entity": "credits",
          ":account": accountId,
        },
      },
    },
    ...added.map(
      (number): Write => ({
        label: "credits",
        put: {
          Item: {
            ...shardKey(accountId, number),
            entity: "credits",
            accountId,
            v: SHAPE_OF_SEVERAL,
            ...EMPTY_BALANCE,
          },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      }),
    ),
  ];
}

/**
 * The writes that remove the last shard, as it was read, and add what it has to the first one. Refused (label `credits`) if
 * it or the number of shards has changed.
 */
export function narrowWrites(accountId: string, last: CreditShard): Write[] {
  const { number, available, captured } = last;
  const isLastStep = number === 1;
  return [
    {
      label: "credits",
      update: {
        Key: { ...shardKey(accountId, 0) },
        UpdateExpression: `SET available = available + :available, captured = captured + :captured${
          isLastStep ? " REMOVE shards, #v" : ", shards = :to"
        }`,
        ...countedAs(number + 1),
        ...(isLastStep ? { ExpressionAttributeNames: { "#v": "v" } } : {}),
        ExpressionAttributeValues: {
          ":available": available,
          ":captured": captured,
          ":from": number + 1,
          ...(isLastStep ? {} : { ":to": number }),
        },
      },
    },
    {
      label: "credits",
      remove: {
        Key: { ...shardKey(accountId, number) },
        ConditionExpression: "available = :available AND captured = :captured",
        ExpressionAttributeValues: { ":available": available, ":captured": captured },
      },
    },
  ];
}

/** Whether an item that a capture from the first shard was refused for is the account's only shard. */
export function isOnlyShard(refused: Item | null): boolean {
  return refused === null || refused.shards === undefined;
}

async function getFirstShard(
  table: Table,
  accountId: string,
  ConsistentRead = true,
): Promise<StoredShard | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: shardKey(accountId, 0), ConsistentRead }),
  );
  return Item ? shardFrom(Item) : null;
}

/** All shards in the order of their numbers, and how many the first one says there are. */
async function queryShards(table: Table, accountId: string) {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": shardKey(accountId, 0).pk, ":sk": BALANCE },
      ConsistentRead: true,
    }),
  );
  const [first = EMPTY_SHARD, ...others] = (Items ?? []).map(shardFrom);
  const shards = [first, ...others].map(({ granted, captured, available }, number) => ({
    number,
    granted,
    captured,
    available,
  }));
  return { shards, expected: first.shards ?? 1 };
}

function countedAs(shards: number) {
  return {
    ConditionExpression: shards === 1 ? "attribute_not_exists(shards)" : "shards = :from",
  };
}

const EMPTY_SHARD: StoredShard = EMPTY_BALANCE;

/** A release that knows only one shard must not take the first of several for the whole balance. */
const SHAPE_OF_SEVERAL = 2;

const shardFrom = shapeOf<StoredShard>(
  "balance",
  { granted: "number", captured: "number", available: "number", shards: "number, if any" },
  SHAPE_OF_SEVERAL,
  { 1: (item) => item },
);
