import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Mode } from "../domain/mode.ts";
import type { Account } from "../domain/user.ts";
import { withoutKeys } from "./item.ts";
import type { Table } from "./transact.ts";

/** An account with how far the work of privacy has come. */
export interface KeptAccount extends Account {
  /** Customers' data of real checkouts made before this instant (ms) is dropped; absent at first. */
  readonly liveDataDroppedTo?: number;
  /** As above, of checkouts in test mode. */
  readonly testDataDroppedTo?: number;
}

/** Every account of the service, closed ones too, oldest first, page by page. */
export async function* allAccounts(table: Table): AsyncGenerator<KeptAccount> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: "gsi1",
        KeyConditionExpression: "gsi1pk = :pk",
        ExpressionAttributeValues: { ":pk": "ACC#ALL" },
        ExclusiveStartKey: from,
        Limit: 100,
      }),
    );
    for (const item of Items) yield withoutKeys<KeptAccount>(item);
    from = LastEvaluatedKey;
  } while (from !== undefined);
}

/** Notes that customers' data of a mode from before `to` (ms) is gone. */
export async function noteDataDropped(
  table: Table,
  { accountId, mode }: { readonly accountId: string; readonly mode: Mode },
  to: number,
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk: `ACC#${accountId}`, sk: "ACC" },
      UpdateExpression: "SET #droppedTo = :to",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#droppedTo": `${mode}DataDroppedTo` },
      ExpressionAttributeValues: { ":to": to },
    }),
  );
}
