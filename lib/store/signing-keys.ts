import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Table } from "./transact.ts";

/** Public half of a signing key (RFC 7517), with the time until which its tokens are accepted. */
export interface PublishedKey {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>>;
  /** ms; null for the key in use. */
  readonly acceptedUntil: number | null;
}

/** The published keys. The private halves lie in a secret that only the login functions can read. */
export async function getPublishedKeys(table: Table): Promise<readonly PublishedKey[]> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { pk: "JWK#public", sk: "JWK" } }),
  );
  return (Item?.keys as readonly PublishedKey[] | undefined) ?? [];
}

/** Replaces the published keys as a whole. */
export async function putPublishedKeys(table: Table, keys: readonly PublishedKey[]): Promise<void> {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { pk: "JWK#public", sk: "JWK", entity: "jwks", keys },
    }),
  );
}
