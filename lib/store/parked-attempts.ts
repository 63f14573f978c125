import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Attempt } from "../domain/attempt-record.ts";
import type { ProviderId } from "../domain/provider.ts";
import { attemptFrom } from "./attempts.ts";
import type { Item, Table } from "./transact.ts";

/** Attempts of an account that wait for credits, oldest first, at most `limit`. */
export function parkedAttempts(table: Table, accountId: string, limit: number): Promise<Attempt[]> {
  return parkedUnder(table, "gsi1pk = :pk", { ":pk": `PRK#${accountId}` }, limit);
}

/**
 * Attempts of one account that are parked for a provider, at most `limit`: of the first account after `after`
 * (an account id; empty for the first of all). Empty after the last account. One query visits one account,
 * however many attempts it has parked.
 */
export async function parkedByNextAccount(
  table: Table,
  provider: ProviderId,
  after: string,
  limit: number,
): Promise<Attempt[]> {
  // "$" is the character after "#": it skips all attempts of the previous account.
  const values = { ":pk": `PRK#${provider}`, ":after": `${after}$` };
  const attempts = await parkedUnder(table, "gsi1pk = :pk AND gsi1sk > :after", values, limit);
  return attempts.filter(({ accountId }) => accountId === attempts[0]?.accountId);
}

async function parkedUnder(
  table: Table,
  condition: string,
  values: Item,
  limit: number,
): Promise<Attempt[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: condition,
      ExpressionAttributeValues: values,
      Limit: limit,
    }),
  );
  return Items.map(attemptFrom);
}
