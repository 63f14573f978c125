import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { cursorsFor } from "./sealed-cursor.ts";
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
  /** For pages that no caller sees: their cursors are not encrypted, so no access to the key is needed. */
  readonly internal?: true;
}

/** Maximum of queries for one page if a filter drops rows. */
export const MAX_QUERIES = 10;

/**
 * Runs a query for one page. Its cursor opens only with the same `bindTo`: the tenant and the filters.
 *
 * @throws ServiceError `invalid_request` for anything but a cursor of this list
 */
export async function queryPage<T>(
  table: Table,
  query: Omit<QueryCommandInput, "TableName" | "Limit" | "ExclusiveStartKey">,
  page: PageRequest,
  bindTo: readonly unknown[],
  fromItem: (item: Item) => T,
): Promise<Page<T>> {
  const cursors = cursorsFor(table, bindTo, page.internal);
  let from = page.cursor === undefined ? undefined : await cursors.open(page.cursor);
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
    data: data.map(fromItem),
    nextCursor: last === undefined ? null : await cursors.seal(last),
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
