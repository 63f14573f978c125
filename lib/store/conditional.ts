import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  type DeleteCommandInput,
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
 * Commits a put, an update or a deletion by itself, at half the write units of a transaction.
 *
 * @returns false if its condition did not hold
 */
export async function commitOne(table: Table, write: Write): Promise<boolean> {
  return (await unlessRefused<unknown>(send(table, write))) !== null;
}

function send({ client, name }: Table, { put, update, remove }: Write): Promise<unknown> {
  const named = { TableName: name };
  if (put) {
    return client.send(
      new PutCommand({ ...named, ...(put as Omit<PutCommandInput, "TableName">) }),
    );
  }
  if (update) {
    const input = update as Omit<UpdateCommandInput, "TableName">;
    return client.send(new UpdateCommand({ ...named, ...input }));
  }
  const input = remove as Omit<DeleteCommandInput, "TableName">;
  return client.send(new DeleteCommand({ ...named, ...input }));
}

/** A lost race: the round starts over with the stored state. */
export const LOST = Symbol("lost");

/** Enough for 12 concurrent writers, because one of them wins each round. */
const MAX_ROUNDS = 12;

/**
 * Runs `round`, which reads, decides and writes, until it does not lose.
 *
 * @returns what the winning round returned, or `LOST` after 12 lost ones
 */
export async function optimistically<T>(
  round: () => Promise<T | typeof LOST>,
): Promise<T | typeof LOST> {
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    const result = await round();
    if (result !== LOST) return result;
  }
  return LOST;
}
