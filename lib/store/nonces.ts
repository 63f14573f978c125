import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { unlessRefused } from "./conditional.ts";
import type { Table } from "./transact.ts";

/** Stores an issued nonce until `expiresAt` (ms). */
export async function putNonce(table: Table, nonce: string, expiresAt: number): Promise<void> {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...key(`given#${nonce}`), entity: "nonce", expiresAt, ttl: ttl(expiresAt) },
    }),
  );
}

/** Uses up a nonce; false if it was not issued, has expired or was used. */
export async function takeNonce(table: Table, nonce: string, now: number): Promise<boolean> {
  const taken = await unlessRefused(
    table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: key(`given#${nonce}`),
        ConditionExpression: "expiresAt > :now",
        ExpressionAttributeValues: { ":now": now },
      }),
    ),
  );
  return taken !== null;
}

/** Marks a token as used, by a digest of its claims; false if it was used. */
export async function spendToken(
  table: Table,
  digest: string,
  expiresAt: number,
): Promise<boolean> {
  const spent = await unlessRefused(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key(`spent#${digest}`), entity: "nonce", expiresAt, ttl: ttl(expiresAt) },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );
  return spent !== null;
}

function key(value: string) {
  return { pk: `NON#${value}`, sk: "NON" };
}

/** An hour longer than it is valid, in case clocks differ. */
function ttl(expiresAt: number): number {
  return Math.ceil(expiresAt / 1000) + 3600;
}
