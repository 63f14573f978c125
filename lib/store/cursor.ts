import { createHash } from "node:crypto";
import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { invalidField, type ServiceError } from "../domain/errors.ts";
import type { Item, Table } from "./transact.ts";

/** One page of a list. `nextCursor` is null on the last one. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

export interface PageRequest {
  /** 1..100. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** At most this many queries for one page where a filter throws rows away. */
const MAX_QUERIES = 10;

/**
 * Runs a query for one page. The cursor carries the last key together with a digest of everything
 * that the list depends on (`bindTo`: tenant and filters), so that a cursor taken from another list
 * is refused instead of reading there.
 *
 * @throws ServiceError `invalid_request` for a cursor that is not one, or of another list.
 */
export async function queryPage<T>(
  table: Table,
  query: Omit<QueryCommandInput, "TableName" | "Limit" | "ExclusiveStartKey">,
  page: PageRequest,
  bindTo: readonly unknown[],
  fromItem: (item: Item) => T,
): Promise<Page<T>> {
  const binding = digest(bindTo);
  let from = page.cursor === undefined ? undefined : openCursor(page.cursor, binding, query);
  const rows: Item[] = [];
  for (let queries = 0; queries < MAX_QUERIES; queries++) {
    const command = new QueryCommand({
      ...query,
      TableName: table.name,
      // One more than asked for tells whether another page exists.
      Limit: query.FilterExpression === undefined ? page.limit + 1 : 100,
      ExclusiveStartKey: from,
    });
    const answer = await table.client.send(command).catch((error: unknown) => {
      // A key that was tampered with, or that lies outside of what is listed by now.
      const atCursor = queries === 0 && from !== undefined;
      throw atCursor && isInvalid(error) ? notACursor() : error;
    });
    rows.push(...(answer.Items ?? []));
    from = answer.LastEvaluatedKey;
    if (rows.length > page.limit || from === undefined) break;
  }
  const data = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? keyOf(data.at(-1), query.IndexName) : from;
  return {
    data: data.map(fromItem),
    nextCursor: last === undefined ? null : sealCursor(last, binding),
  };
}

function keyOf(item: Item | undefined, index: string | undefined): Item | undefined {
  if (item === undefined) return undefined;
  const names = [...TABLE_KEY, ...indexKey(index)];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

const TABLE_KEY = ["pk", "sk"];

/** Names of an index's key, the partition first. */
function indexKey(index: string | undefined): readonly string[] {
  if (index === undefined) return [];
  return index === "due" ? ["due_pk", "due_sk"] : [`${index}pk`, `${index}sk`];
}

function sealCursor(key: Item, binding: string): string {
  return Buffer.from(JSON.stringify([binding, key])).toString("base64url");
}

/** The key in a cursor: complete, and in the very partition that the query reads. */
function openCursor(
  cursor: string,
  binding: string,
  query: Pick<QueryCommandInput, "IndexName" | "ExpressionAttributeValues">,
): Item {
  const refused = notACursor();
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw refused;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2 || parsed[0] !== binding) throw refused;
  const found: unknown = parsed[1];
  if (typeof found !== "object" || found === null) throw refused;
  const key = new Map<string, unknown>(Object.entries(found));
  const ofIndex = indexKey(query.IndexName);
  const names = [...TABLE_KEY, ...ofIndex];
  const isWhole = key.size === names.length && names.every((name) => isText(key.get(name)));
  const partition = key.get(ofIndex[0] ?? "pk");
  if (!isWhole || partition !== query.ExpressionAttributeValues?.[":pk"]) throw refused;
  return Object.fromEntries(key);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function notACursor(): ServiceError {
  return invalidField("cursor", "is not a cursor of this list");
}

function isInvalid(error: unknown): boolean {
  return error instanceof Error && error.name === "ValidationException";
}

function digest(values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 22);
}
