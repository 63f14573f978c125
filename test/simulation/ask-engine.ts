import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "../../lib/cloud/dynamodb.ts";
import type { Table } from "../../lib/store/transact.ts";
import { errorOf, type RecordedCall } from "./memory-table/recording.ts";

export const COMMANDS = {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
};

/** The same call to a real engine. */
export async function ask(table: Table, { command, input }: RecordedCall) {
  const Command = COMMANDS[command as keyof typeof COMMANDS];
  const named = { ...input, ...withTable(input, table.name) };
  try {
    const answer = await table.client.send(new Command(named as never) as never);
    return { answer: answer as unknown, error: null };
  } catch (error) {
    return { answer: null, error: errorOf(error) };
  }
}

function withTable(input: RecordedCall["input"], name: string): object {
  const { RequestItems, TransactItems } = input as {
    RequestItems?: Record<string, unknown>;
    TransactItems?: Record<string, object>[];
  };
  if (RequestItems) return { RequestItems: { [name]: Object.values(RequestItems)[0] } };
  if (!TransactItems) return { TableName: name };
  return {
    TransactItems: TransactItems.map((each) =>
      Object.fromEntries(
        Object.entries(each).map(([kind, write]) => [kind, { ...write, TableName: name }]),
      ),
    ),
  };
}

/** Items and attributes only, in an order of their own where DynamoDB promises none. */
export function comparable(answer: unknown): object {
  const { Item, Items, Attributes, Responses, LastEvaluatedKey } = (answer ?? {}) as Record<
    string,
    unknown
  >;
  const unordered = Responses && Object.values(Responses as object)[0];
  return {
    Item,
    Attributes,
    Items: Items,
    Responses: unordered && sorted(unordered as Record<string, unknown>[]),
    hasMore: LastEvaluatedKey !== undefined,
  };
}

function sorted(items: Record<string, unknown>[]): Record<string, unknown>[] {
  const key = (item: Record<string, unknown>) => `${item.pk} ${item.sk}`;
  return items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
