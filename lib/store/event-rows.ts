import { paginateQuery, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { EventWithBody } from "../domain/event-record.ts";
import { idFloor } from "../domain/ids.ts";
import { eventList, unrelayedEventWrite } from "./events.ts";
import type { AppScope } from "./stats-cursors.ts";
import type { Item, Table, Write } from "./transact.ts";

/** A stored event, not checked: an unreadable one must not keep a reader from the others. */
export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly item: Item;
}

const LAST = idFloor("evt_", 2 ** 48 - 1);

/**
 * Reads an app's events, oldest first, eventually consistent.
 *
 * @param after id of the event before the first one
 * @param before ms; null for all later ones
 */
export async function eventRowsAfter(
  table: Table,
  { accountId, mode, appId }: AppScope,
  after: string,
  before: number | null,
  limit: number,
): Promise<{ readonly rows: readonly EventRow[]; readonly isMore: boolean }> {
  const to = before === null ? LAST : idFloor("evt_", before);
  // DynamoDB refuses an empty range.
  if (after >= to) return { rows: [], isMore: false };
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :after AND :to",
      ExpressionAttributeValues: {
        ":pk": eventList(accountId, appId, mode),
        // Sorts between this id and the next one.
        ":after": `${after}!`,
        ":to": to,
      },
      Limit: limit,
    }),
  );
  return {
    rows: Items.map(rowOf),
    isMore: LastEvaluatedKey !== undefined,
  };
}

/** As `unrelayedEventWrite`, for an example that a user has triggered: statistics leave it out. */
export function triggeredEventWrite(event: EventWithBody): Write {
  const write = unrelayedEventWrite(event);
  return { ...write, put: { ...write.put, Item: { ...write.put?.Item, triggered: true } } };
}

/** Whether a user has triggered this event, so that nothing of it has happened. */
export function isTriggered({ item }: EventRow): boolean {
  return item.triggered === true;
}

/** Reads all events of a partition and some types between two ids, oldest first, eventually consistent, by pages of 1 MB. */
export async function* eventRowsBetween(
  table: Table,
  partition: string,
  types: readonly string[],
  from: string,
  to: string,
): AsyncGenerator<readonly EventRow[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      FilterExpression: `#type IN (${types.map((_, index) => `:t${index}`).join(", ")})`,
      ExpressionAttributeNames: { "#type": "type" },
      ExpressionAttributeValues: {
        ":pk": partition,
        ":from": from,
        ":to": to,
        ...Object.fromEntries(types.map((type, index) => [`:t${index}`, type])),
      },
    },
  );
  for await (const { Items = [] } of pages) yield Items.map(rowOf);
}

function rowOf(item: Item): EventRow {
  return { id: String(item.sk), type: String(item.type), item };
}
