import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { unlessRefused } from "./conditional.ts";
import { shapeOf } from "./shape.ts";
import type { Table } from "./transact.ts";

/** Public half of a signing key (RFC 7517). */
export interface PublishedKey {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>>;
  /** End of its tokens' acceptance, ms; null for the key in use. */
  readonly acceptedUntil: number | null;
}

/**
 * The published keys, strongly consistent: a dropped key must not come back with an older copy. The private halves are
 * in a secret that only the login functions can read.
 */
export async function getPublishedKeys(table: Table): Promise<readonly PublishedKey[]> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: KEY, ConsistentRead: true }),
  );
  return Item ? publishedFrom(Item).keys : [];
}

/** Replaces all published keys; false if they are no longer those that were `read`. */
export async function putPublishedKeys(
  table: Table,
  keys: readonly PublishedKey[],
  read: readonly PublishedKey[],
): Promise<boolean> {
  const put = new PutCommand({
    TableName: table.name,
    Item: { ...KEY, entity: "jwks", keys },
    ConditionExpression: "attribute_not_exists(pk) OR #keys = :read",
    ExpressionAttributeNames: { "#keys": "keys" },
    ExpressionAttributeValues: { ":read": read },
  });
  return (await unlessRefused(table.client.send(put))) !== null;
}

const KEY = { pk: "JWK#public", sk: "JWK" };

const publishedFrom = shapeOf<{ readonly keys: readonly PublishedKey[] }>("signing keys", {
  keys: "list",
});
