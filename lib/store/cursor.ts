import { createHash } from "node:crypto";
import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { invalidField } from "../domain/errors.ts";
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
  let from = page.cursor === undefined ? undefined : openCursor(page.cursor, binding);
  const rows: Item[] = [];
  for (let queries = 0; queries < MAX_QUERIES; queries++) {
    const answer = await table.client.send(
      new QueryCommand({
        ...query,
        TableName: table.name,
        // One more than asked for tells whether another page exists.
        Limit: query.FilterExpression === undefined ? page.limit + 1 : 100,
        ExclusiveStartKey: from,
      }),
    );
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
  const names = ["pk", "sk"];
  if (index === "due") names.push("due_pk", "due_sk");
  else if (index !== undefined) names.push(`${index}pk`, `${index}sk`);
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

function sealCursor(key: Item, binding: string): string {
  return Buffer.from(JSON.stringify([binding, key])).toString("base64url");
}

function openCursor(cursor: string, binding: string): Item {
  const refused = invalidField("cursor", "is not a cursor of this list");
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw refused;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2 || parsed[0] !== binding) throw refused;
  const key: unknown = parsed[1];
  if (typeof key !== "object" || key === null) throw refused;
  const entries = Object.entries(key);
  if (!entries.every(([name, value]) => KEY_NAME.test(name) && typeof value === "string")) {
    throw refused;
  }
  return Object.fromEntries(entries);
}
const KEY_NAME = /^(?:gsi[1-4]|due_)?[ps]k$/;

function digest(values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 22);
}
