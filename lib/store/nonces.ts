import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { unlessRefused } from "./conditional.ts";
import type { Table } from "./transact.ts";

/** Remembers a nonce that we gave out, until `expiresAt` (ms). */
export async function putNonce(table: Table, nonce: string, expiresAt: number): Promise<void> {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...key(`given#${nonce}`), entity: "nonce", expiresAt, ttl: ttl(expiresAt) },
    }),
  );
}

/** Takes a nonce back; false for one that we did not give, that is over, or was taken before. */
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

/** Marks a token, by a digest of what it says, as used; false when it was before. */
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

/** Kept a while longer than it counts, for clocks that differ. */
function ttl(expiresAt: number): number {
  return Math.ceil(expiresAt / 1000) + 3600;
}
