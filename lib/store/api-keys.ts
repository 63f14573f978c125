import { createHash } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Mode } from "../domain/mode.ts";
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

/** Finds a key by its hash; null where there is none. Revoked and expired ones are found too. */
export async function getApiKey(table: Table, hash: string): Promise<ApiKey | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: apiKeyKey(hash) }),
  );
  return Item ? withoutKeys<ApiKey>(Item) : null;
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
