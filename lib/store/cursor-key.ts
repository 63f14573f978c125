import { randomBytes } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { shapeOf } from "./shape.ts";
import type { Table } from "./transact.ts";

const KEY = { pk: "CUR#key", sk: "CUR" };
const KEY_BYTES = 32;

const keys = new WeakMap<Table, Promise<Buffer>>();

/**
 * The AES-256 key of list cursors, read once per container. It is stored in the table rather than in a paid
 * secret because it only hides keys of this table. The first reader of a new table creates it.
 */
export function cursorKey(table: Table): Promise<Buffer> {
  const known = keys.get(table);
  if (known !== undefined) return known;
  const reading = readOrCreate(table);
  keys.set(table, reading);
  reading.catch(() => keys.delete(table));
  return reading;
}

async function readOrCreate(table: Table): Promise<Buffer> {
  const found = await read(table);
  if (found) return found;
  const value = randomBytes(KEY_BYTES);
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...KEY, entity: "cursor_key", value: value.toString("base64") },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    );
    return value;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const winner = await read(table);
    if (!winner) throw error;
    return winner;
  }
}

async function read(table: Table): Promise<Buffer | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: KEY, ConsistentRead: true }),
  );
  return Item ? Buffer.from(cursorKeyFrom(Item).value, "base64") : null;
}

const cursorKeyFrom = shapeOf<{ readonly value: string }>("cursor key", { value: "text" });
