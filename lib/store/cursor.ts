import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import {
  ConditionalCheckFailedException,
  GetCommand,
  PutCommand,
  QueryCommand,
} from "../cloud/dynamodb.ts";
import { invalidField, type ServiceError } from "../domain/errors.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { shapeOf } from "./shape.ts";
import type { Item, Table } from "./transact.ts";

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

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a table key into a cursor, so that callers see neither keys nor account ids.
 *
 * @param bindTo tenant and filters: the cursor opens only with the same values
 */
export async function sealCursor(
  table: Table,
  key: Item,
  bindTo: readonly unknown[],
): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await cursorKey(table), iv).setAAD(digest(bindTo));
  const sealed = [cipher.update(JSON.stringify(key), "utf8"), cipher.final()];
  return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString("base64url");
}

/**
 * Decrypts a cursor of the same list.
 *
 * @throws ServiceError `invalid_request` for anything else
 */
export async function openCursor(
  table: Table,
  cursor: string,
  bindTo: readonly unknown[],
): Promise<Item> {
  const bytes = Buffer.from(cursor, "base64url");
  // The decoder skips what it cannot read, such as a character too many.
  const isExact = bytes.toString("base64url") === cursor;
  if (!isExact || bytes.length <= IV_BYTES + TAG_BYTES) throw notACursor();
  const key = await cursorKey(table);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(digest(bindTo))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
    return JSON.parse(Buffer.concat(opened).toString("utf8")) as Item;
  } catch {
    throw notACursor();
  }
}

/**
 * Turns table keys into the cursors of one list, and back.
 *
 * @param internal the cursors stay inside the service: they are the keys as they are
 */
export function cursorsFor(table: Table, bindTo: readonly unknown[], internal?: true) {
  if (internal) {
    return {
      seal: async (key: Item) => JSON.stringify(key),
      open: async (cursor: string) => JSON.parse(cursor) as Item,
    };
  }
  return {
    seal: (key: Item) => sealCursor(table, key, bindTo),
    open: (cursor: string) => openCursor(table, cursor, bindTo),
  };
}

function notACursor(): ServiceError {
  return invalidField(
    "cursor",
    "is not a cursor of this list; if its filters have changed or a day has ended, begin without one",
  );
}

function digest(values: readonly unknown[]): Buffer {
  return createHash("sha256").update(JSON.stringify(values)).digest();
}

/** One page of a list. `nextCursor` is null on the last one. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

export interface PageRequest {
  /** 1..100. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** For pages that no caller sees: their cursors are not encrypted, so no access to the key is needed. */
  readonly internal?: true;
}

/** Maximum of queries for one page if a filter drops rows. */
export const MAX_QUERIES = 10;

interface PageQuery extends Omit<QueryCommandInput, "TableName" | "Limit" | "ExclusiveStartKey"> {
  /** Smallest sort key of a list of the table, newest first, that is shown for some days only. */
  readonly since?: string;
}

/**
 * Runs a query for one page. Its cursor opens only with the same `bindTo`: the tenant and the filters.
 *
 * @throws ServiceError `invalid_request` for anything but a cursor of this list
 */
export async function queryPage<T>(
  table: Table,
  { since, ...given }: PageQuery,
  page: PageRequest,
  bindTo: readonly unknown[],
  fromItem: (item: Item) => T,
  onUnreadable?: OnUnreadable,
): Promise<Page<T>> {
  const cursors = cursorsFor(table, bindTo, page.internal);
  let from = page.cursor === undefined ? undefined : await cursors.open(page.cursor);
  if (since !== undefined && hasAged(from?.sk, since)) return { data: [], nextCursor: null };
  const query = since === undefined ? given : withSince(given, since);
  const rows: Item[] = [];
  for (let queries = 0; queries < MAX_QUERIES; queries++) {
    const command = new QueryCommand({
      ...query,
      TableName: table.name,
      // One more than wanted shows whether another page follows.
      Limit: query.FilterExpression === undefined ? page.limit + 1 : 100,
      ExclusiveStartKey: from,
    });
    const answer = await table.client.send(command);
    rows.push(...(answer.Items ?? []));
    from = answer.LastEvaluatedKey;
    if (rows.length > page.limit || from === undefined) break;
  }
  const data = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? keyOf(data.at(-1), query.IndexName) : from;
  return {
    data: readAll(data, fromItem, onUnreadable),
    nextCursor: last === undefined ? null : await cursors.seal(last),
  };
}

/**
 * Whether the row where a page of a list, newest first, goes on is no longer shown, as all rows after it. DynamoDB refuses to
 * begin outside of a query's range.
 */
export function hasAged(row: unknown, since: string): boolean {
  return typeof row === "string" && row < since;
}

function withSince(query: PageQuery, since: string): PageQuery {
  return {
    ...query,
    KeyConditionExpression: `${query.KeyConditionExpression} AND sk >= :since`,
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ":since": since },
  };
}

function keyOf(item: Item | undefined, index: string | undefined): Item | undefined {
  if (item === undefined) return undefined;
  const names = ["pk", "sk", ...indexKey(index)];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** Names of an index's key, the partition first. */
function indexKey(index: string | undefined): readonly string[] {
  if (index === undefined) return [];
  return index === "due" ? ["due_pk", "due_sk"] : [`${index}pk`, `${index}sk`];
}
