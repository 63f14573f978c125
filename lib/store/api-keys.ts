import { createHash } from "node:crypto";
import { GetCommand, paginateQuery, QueryCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import type { Mode } from "../domain/checkout.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { shapeOf } from "./shape.ts";
import { type Table, unlessRefused, type Write } from "./transact.ts";

/** A stored API key: only the SHA-256 of the key itself (178 random bits need no pepper). Times in ms. */
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
  /** End of validity, also after a rotation; null if it does not expire. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly rotatedTo: string | null;
  readonly lastUsedAt: number | null;
  /** The user who got its secret; keys from before this was stored have none. */
  readonly createdBy?: string;
}

/** Hex SHA-256 of the whole key, its key in the table. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/**
 * Finds a key by its hash, revoked and expired ones too; null if there is none. Strongly consistent, because the key may
 * be new.
 */
export async function getApiKey(table: Table, hash: string): Promise<ApiKey | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: apiKeyKey(hash), ConsistentRead: true }),
  );
  return Item ? apiKeyFrom(Item) : null;
}

export interface ApiKeyFilter {
  readonly accountId: string;
  readonly appId?: number | undefined;
  readonly mode?: Mode | undefined;
}

/** Keys of an account, newest first, including revoked and expired ones. */
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
    apiKeyFrom,
  );
}

/** A key of the account by its id; null if there is none. */
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
  return item ? apiKeyFrom(item) : null;
}

/** All keys of an account, or of one app, that may be used at `now` (ms). The index shows a new one a moment late. */
export async function usableApiKeys(
  table: Table,
  accountId: string,
  now: number,
  appId?: number,
): Promise<readonly ApiKey[]> {
  const byApp = appId === undefined ? "" : " AND appId = :app";
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      FilterExpression: `revokedAt = :none AND (expiresAt = :none OR expiresAt > :now)${byApp}`,
      ExpressionAttributeValues: {
        ":pk": `KEYS#${accountId}`,
        ":none": null,
        ":now": now,
        ...(appId === undefined ? {} : { ":app": appId }),
      },
    },
  );
  const keys: ApiKey[] = [];
  for await (const { Items = [] } of pages) keys.push(...Items.map(apiKeyFrom));
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

/** Revokes a key; refused (label `api_key`) if it is revoked. */
export function revokeApiKeyWrite(key: ApiKey, at: number): Write {
  return {
    label: "api_key",
    update: {
      Key: apiKeyKey(key.hash),
      UpdateExpression: "SET revokedAt = :at",
      ConditionExpression: "attribute_exists(pk) AND revokedAt = :none",
      ExpressionAttributeValues: { ":at": at, ":none": null },
    },
  };
}

/** Makes a key expire at `until` (ms) after a rotation; refused (label `replaced`) if it was rotated before. */
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

/** Records the use of a key, unless a use since `unlessSince` (ms) is recorded. */
export async function touchApiKey(
  table: Table,
  hash: string,
  at: number,
  unlessSince: number,
): Promise<void> {
  await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: apiKeyKey(hash),
        UpdateExpression: "SET lastUsedAt = :at",
        ConditionExpression:
          "attribute_exists(pk) AND (lastUsedAt = :never OR lastUsedAt <= :since)",
        ExpressionAttributeValues: { ":at": at, ":never": null, ":since": unlessSince },
      }),
    ),
  );
}

const apiKeyFrom = shapeOf<ApiKey>("API key", {
  id: "text",
  hash: "text",
  accountId: "text",
  appId: "number or null",
  mode: "text",
  name: "text",
  prefix: "text",
  last4: "text",
  scopes: "list",
  createdAt: "number",
  expiresAt: "number or null",
  revokedAt: "number or null",
  rotatedTo: "text or null",
  lastUsedAt: "number or null",
  createdBy: "text, if any",
});
