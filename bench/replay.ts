import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  type GetItemCommandInput,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import type { MeteredCall } from "../test/support/aws-meter.ts";

/** Sends recorded calls again, one after the other, by the SDK alone. */
export async function replay(client: DynamoDBClient, calls: readonly MeteredCall[]): Promise<void> {
  for (const call of calls) await send(client, call);
}

async function send(client: DynamoDBClient, { action, body }: MeteredCall): Promise<void> {
  const { ReturnConsumedCapacity: _, ClientRequestToken: __, ...input } = body;
  try {
    switch (action) {
      case "GetItem":
        await client.send(new GetItemCommand(input as unknown as GetItemCommandInput));
        return;
      case "PutItem":
        await client.send(new PutItemCommand(input as unknown as PutItemCommandInput));
        return;
      case "UpdateItem":
        await client.send(new UpdateItemCommand(input as unknown as UpdateItemCommandInput));
        return;
      case "Query":
        await client.send(new QueryCommand(input as unknown as QueryCommandInput));
        return;
      case "BatchGetItem":
        await client.send(new BatchGetItemCommand(input as unknown as BatchGetItemCommandInput));
        return;
      case "TransactWriteItems":
        await client.send(
          new TransactWriteItemsCommand(input as unknown as TransactWriteItemsCommandInput),
        );
        return;
      default:
        throw new Error(`${action} is not replayed`);
    }
  } catch (error) {
    // Ours meets it too: a counter that is not there yet is tried first, and then opened.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

let renamings = 0;

/**
 * The same calls about new items: their conditions want nothing to be there yet. `known` names what
 * stands for what; the other ids, and receipt codes, get an end of their own.
 */
export function renamed(
  calls: readonly MeteredCall[],
  known: Readonly<Record<string, string>> = {},
): readonly MeteredCall[] {
  renamings += 1;
  const end = renamings.toString().padStart(4, "0");
  const swapped = Object.entries(known).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    JSON.stringify(calls),
  );
  const kept = new Set(Object.values(known));
  const text = swapped
    .replaceAll(/\b(?:co|evt|att|led)_\w{22}\w{4}\b/g, (id) =>
      kept.has(id) ? id : id.slice(0, -4) + end,
    )
    .replaceAll(/\b(\w{4}-\w{4}-\w{4})-\w{4}\b(?!-)/g, `$1-${end}`);
  return JSON.parse(text);
}
