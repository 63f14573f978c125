import { unmarshall } from "@aws-sdk/util-dynamodb";
import { ConditionalCheckFailedException, GetCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import { LOST, optimistically, type Table } from "./transact.ts";

/** At most `limit` calls in a window that starts with the first of them. */
export interface RatePolicy {
  /** Part of the key and of the `RateLimit-Policy` header. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Most calls find no open window: opening one is tried first, so that they need one write and not two. */
  readonly isUsuallyFirst?: true;
}

/** Result of a rate limit, with the numbers of the `RateLimit` header. */
export interface RateState {
  readonly policy: RatePolicy;
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window closes, at least 1. */
  readonly resetSeconds: number;
}

/**
 * Closing times (ms) of windows that this process has seen, by key. Only a hint about which write to try first, because
 * many customers of a mobile network share one address.
 */
const openWindows = new WeakMap<Table, Map<string, number>>();
const MAX_KNOWN_WINDOWS = 1_000;

function knownWindows(table: Table): Map<string, number> {
  const known = openWindows.get(table) ?? new Map<string, number>();
  openWindows.set(table, known);
  if (known.size >= MAX_KNOWN_WINDOWS) known.clear();
  return known;
}

/**
 * Counts a call of `subject`, exactly even for concurrent calls: each step is one conditional update, which counts in the
 * current window or opens a new one. `now` in ms.
 */
export async function takeRate(
  table: Table,
  policy: RatePolicy,
  subject: string,
  now: number,
): Promise<RateState> {
  const windowMs = policy.windowSeconds * 1000;
  const key = rateKey(policy, subject);
  const count: Change = {
    UpdateExpression: "SET used = used + :one",
    ConditionExpression: "opened > :past AND used < :limit",
    ExpressionAttributeValues: { ":one": 1, ":past": now - windowMs, ":limit": policy.limit },
  };
  const open: Change = {
    UpdateExpression: "SET opened = :now, used = :one, entity = :entity, #ttl = :ttl",
    ConditionExpression: "attribute_not_exists(pk) OR opened <= :past",
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: {
      ":now": now,
      ":one": 1,
      ":entity": "rate",
      ":ttl": Math.ceil((now + 2 * windowMs) / 1000),
      ":past": now - windowMs,
    },
  };
  const known = knownWindows(table);
  const isFirst = policy.isUsuallyFirst && (known.get(key.pk) ?? 0) <= now;
  const changes = isFirst ? [open, count] : [count, open];
  const taken = await optimistically(async () => {
    for (const change of changes) {
      const { done, item } = await update(table, key, change);
      if (item !== undefined) known.set(key.pk, Number(item.opened) + windowMs);
      if (done) return state(policy, true, item, now);
      const isOpen = item !== undefined && Number(item.opened) > now - windowMs;
      if (isOpen && Number(item.used) >= policy.limit) return state(policy, false, item, now);
    }
    return LOST;
  });
  if (taken !== LOST) return taken;
  // Reached only if other calls keep opening windows: refuse rather than count wrongly.
  return { policy, allowed: false, remaining: 0, resetSeconds: policy.windowSeconds };
}

/** The state that the next call of `subject` would find, without counting it. `now` in ms. */
export async function peekRate(
  table: Table,
  policy: RatePolicy,
  subject: string,
  now: number,
): Promise<RateState> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: rateKey(policy, subject), ConsistentRead: true }),
  );
  const isOpen = Item !== undefined && Number(Item.opened) > now - policy.windowSeconds * 1000;
  if (!isOpen) return state(policy, true, { used: 0 }, now);
  return state(policy, Number(Item.used) < policy.limit, Item, now);
}

function rateKey({ name }: Pick<RatePolicy, "name">, subject: string) {
  return { pk: `RAT#${name}#${subject}`, sk: "RAT" };
}

type Change = Pick<
  ConstructorParameters<typeof UpdateCommand>[0],
  | "UpdateExpression"
  | "ConditionExpression"
  | "ExpressionAttributeNames"
  | "ExpressionAttributeValues"
>;

async function update(table: Table, key: Record<string, string>, change: Change) {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        ...change,
        ReturnValues: "ALL_NEW",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return { done: true, item: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { done: false, item: error.Item && unmarshall(error.Item) };
  }
}

function state(
  policy: RatePolicy,
  allowed: boolean,
  bucket: Record<string, unknown> | undefined,
  now: number,
): RateState {
  const closesAt = Number(bucket?.opened ?? now) + policy.windowSeconds * 1000;
  return {
    policy,
    allowed,
    remaining: Math.max(0, policy.limit - Number(bucket?.used ?? policy.limit)),
    resetSeconds: Math.max(1, Math.ceil((closesAt - now) / 1000)),
  };
}
