import { createHash } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Mode } from "../domain/mode.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { withoutKeys } from "./item.ts";
import type { Table, Write } from "./transact.ts";

/** An API key as it is kept: never the key itself, only its SHA-256 (178 random bits need no pepper). */
export interface ApiKey {
  readonly id: string;
  readonly hash: string;
  readonly accountId: string;
  /** null for a key of the whole account. */
  readonly appId: number | null;
  readonly mode: Mode;
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  /** End of validity (ms), also the end of the overlap after a rotation; null without one. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly rotatedTo: string | null;
  readonly lastUsedAt: number | null;
}

/** Hex SHA-256 of the whole key: what it is found by. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/**
 * Finds a key by its hash, strongly consistent: it may have been made a moment ago. Null where there is
 * none; revoked and expired ones are found too.
 */
export async function getApiKey(table: Table, hash: string): Promise<ApiKey | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: apiKeyKey(hash), ConsistentRead: true }),
  );
  return Item ? withoutKeys<ApiKey>(Item) : null;
}

export interface ApiKeyFilter {
  readonly accountId: string;
  readonly appId?: number | undefined;
  readonly mode?: Mode | undefined;
}

/** Keys of an account, newest first; revoked and expired ones too. */
export function listApiKeys(
  table: Table,
  filter: ApiKeyFilter,
  page: PageRequest,
): Promise<Page<ApiKey>> {
  const { accountId, appId, mode } = filter;
  const conditions = [
    ...(appId === undefined ? [] : ["appId = :app"]),
    ...(mode === undefined ? [] : ["#mode = :mode"]),
  ];
  return queryPage(
    table,
    {
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      FilterExpression: conditions.length > 0 ? conditions.join(" AND ") : undefined,
      ExpressionAttributeNames: mode === undefined ? undefined : { "#mode": "mode" },
      ExpressionAttributeValues: {
        ":pk": `KEYS#${accountId}`,
        ...(appId === undefined ? {} : { ":app": appId }),
        ...(mode === undefined ? {} : { ":mode": mode }),
      },
      ScanIndexForward: false,
    },
    page,
    ["keys", filter],
    (item) => withoutKeys<ApiKey>(item),
  );
}

/** A key of this account by its id; null where there is none. */
export async function findApiKey(
  table: Table,
  accountId: string,
  id: string,
): Promise<ApiKey | null> {
  const { Items: [item] = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk AND gsi1sk = :id",
      ExpressionAttributeValues: { ":pk": `KEYS#${accountId}`, ":id": id },
    }),
  );
  return item ? withoutKeys<ApiKey>(item) : null;
}

/** Every key of an account that is not revoked, of one app if given. */
export async function unrevokedApiKeys(
  table: Table,
  accountId: string,
  appId?: number,
): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  let cursor: string | undefined;
  do {
    const page = await listApiKeys(table, { accountId, appId }, { limit: 100, cursor });
    keys.push(...page.data.filter((key) => key.revokedAt === null));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return keys;
}

/** Whether the key may be used at `now` (ms). */
export function isUsable(key: ApiKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}

/** Stores a new key; refused (label `api_key`) if the hash is taken. */
export function newApiKeyWrite(key: ApiKey): Write {
  return {
    label: "api_key",
    put: {
      Item: {
        ...apiKeyKey(key.hash),
        entity: "api_key",
        ...key,
        gsi1pk: `KEYS#${key.accountId}`,
        gsi1sk: key.id,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Ends a key for good; refused (label `api_key {id}`) when it was ended before. */
export function revokeApiKeyWrite(key: ApiKey, at: number): Write {
  return {
    label: `api_key ${key.id}`,
    update: {
      Key: apiKeyKey(key.hash),
      UpdateExpression: "SET revokedAt = :at",
      ConditionExpression: "attribute_exists(pk) AND revokedAt = :none",
      ExpressionAttributeValues: { ":at": at, ":none": null },
    },
  };
}

/** Lets a key end at `until` (ms) in favour of another; refused (label `replaced`) the second time. */
export function replaceApiKeyWrite(key: ApiKey, by: string, until: number): Write {
  return {
    label: "replaced",
    update: {
      Key: apiKeyKey(key.hash),
      UpdateExpression: "SET expiresAt = :until, rotatedTo = :by",
      ConditionExpression: "attribute_exists(pk) AND revokedAt = :none AND rotatedTo = :none",
      ExpressionAttributeValues: { ":until": until, ":by": by, ":none": null },
    },
  };
}

function apiKeyKey(hash: string) {
  return { pk: `KEY#${hash}`, sk: "KEY" };
}

/** Notes that a key was used, unless that was noted since `unlessSince` (ms) already. */
export async function touchApiKey(
  table: Table,
  hash: string,
  at: number,
  unlessSince: number,
): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: apiKeyKey(hash),
        UpdateExpression: "SET lastUsedAt = :at",
        ConditionExpression:
          "attribute_exists(pk) AND (lastUsedAt = :never OR lastUsedAt <= :since)",
        ExpressionAttributeValues: { ":at": at, ":never": null, ":since": unlessSince },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
