import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { EventWithBody } from "../domain/event-record.ts";
import { idFloor } from "../domain/ids.ts";
import { eventKey, eventList, unrelayedEventWrite } from "./events.ts";
import { getItems } from "./get-items.ts";
import type { AppScope } from "./stats-cursors.ts";
import type { Item, Table, Write } from "./transact.ts";

/** What the list of an app's events shows of one. */
export interface EventRow {
  readonly id: string;
  readonly type: string;
}

const LAST = idFloor("evt_", 2 ** 48 - 1);

/**
 * Reads rows of an app's list of events, oldest first, eventually consistent.
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
      IndexName: "gsi2",
      KeyConditionExpression: "gsi2pk = :pk AND gsi2sk BETWEEN :after AND :to",
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
    rows: Items.map(({ gsi2sk, type }) => ({ id: String(gsi2sk), type: String(type) })),
    isMore: LastEvaluatedKey !== undefined,
  };
}

/** Reads the stored items of events by their ids, strongly consistent; leaves out missing ones. */
export async function eventItems(
  table: Table,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const items = await getItems(table, ids.map(eventKey));
  return new Map(items.map((item) => [String(item.pk).slice(eventKey("").pk.length), item]));
}

/** As `unrelayedEventWrite`, for an example that a user has triggered: statistics leave it out. */
export function triggeredEventWrite(event: EventWithBody): Write {
  const write = unrelayedEventWrite(event);
  return { ...write, put: { ...write.put, Item: { ...write.put?.Item, triggered: true } } };
}

/** Whether a user has triggered this event, so that nothing of it has happened. */
export function isTriggered({ triggered }: Item): boolean {
  return triggered === true;
}
