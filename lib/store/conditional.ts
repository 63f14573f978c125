import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import type { Table, Write } from "./transact.ts";

/** Awaits one conditional write; null if its condition did not hold. Other errors pass. */
export async function unlessRefused<T>(write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}

/**
 * Commits a put or an update by itself, at half the write units of a transaction.
 *
 * @returns false if its condition did not hold
 */
export async function commitOne(table: Table, { put, update }: Write): Promise<boolean> {
  const named = { TableName: table.name };
  const sent = put
    ? table.client.send(
        new PutCommand({ ...named, ...(put as Omit<PutCommandInput, "TableName">) }),
      )
    : table.client.send(
        new UpdateCommand({ ...named, ...(update as Omit<UpdateCommandInput, "TableName">) }),
      );
  return (await unlessRefused<unknown>(sent)) !== null;
}
