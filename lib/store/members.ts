import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Member } from "../domain/membership.ts";
import { shapeOf } from "./shape.ts";
import type { Table } from "./transact.ts";

/** The row of a user in an account, also an ended one, strongly consistent; null without one. See `membershipOf`. */
export async function getMember(
  table: Table,
  accountId: string,
  userId: string,
): Promise<Member | null> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: memberKey(accountId, userId),
      ConsistentRead: true,
    }),
  );
  return Item ? memberFrom(Item) : null;
}

function memberKey(accountId: string, userId: string) {
  return { pk: `MEM#${accountId}`, sk: userId };
}

const memberFrom = shapeOf<Member>("member", {
  accountId: "text",
  userId: "text",
  role: "text",
  apps: "list or null",
  joinedAt: "number",
  endedAt: "number or null",
});
