import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { shapeOf } from "./shape.ts";
import type { Table } from "./transact.ts";

/** Public half of a signing key (RFC 7517). */
export interface PublishedKey {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>>;
  /** End of its tokens' acceptance, ms; null for the key in use. */
  readonly acceptedUntil: number | null;
}

/** The published keys. The private halves are in a secret that only the login functions can read. */
export async function getPublishedKeys(table: Table): Promise<readonly PublishedKey[]> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk: "JWK#public", sk: "JWK" } }),
  );
  return Item ? publishedFrom(Item).keys : [];
}

/** Replaces all published keys. */
export async function putPublishedKeys(table: Table, keys: readonly PublishedKey[]): Promise<void> {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { pk: "JWK#public", sk: "JWK", entity: "jwks", keys },
    }),
  );
}

const publishedFrom = shapeOf<{ readonly keys: readonly PublishedKey[] }>("signing keys", {
  keys: "list",
});
