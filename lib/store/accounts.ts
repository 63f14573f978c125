import { paginateQuery, UpdateCommand } from "../cloud/dynamodb.ts";
import type { Mode } from "../domain/checkout.ts";
import type { Account } from "../domain/user.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { shapeOf } from "./shape.ts";
import type { Table } from "./transact.ts";

/** A closed account's data is kept for this long, so that its owner can change their mind. */
export const CLOSED_KEPT_MS = 30 * 86_400_000;

/** An account with the progress of the redaction of customer data. */
export interface AccountWithProgress extends Account {
  /** Customer data of live checkouts created before this time (ms) is redacted; absent before the first run. */
  readonly liveDataDroppedTo?: number;
  /** As above, for test mode. */
  readonly testDataDroppedTo?: number;
  /** Checkouts before that time with an item that was unreadable; each run tries them again. */
  readonly unredacted?: readonly string[];
}

/** Unreadable checkouts that one account remembers; with more, its redaction stops before the next one. */
export const MOST_UNREDACTED = 100;

/** Every account of the service, closed ones too, oldest first, page by page. */
export async function* allAccounts(
  table: Table,
  onUnreadable: OnUnreadable,
): AsyncGenerator<AccountWithProgress> {
  const pages = paginateQuery(
    { client: table.client },
    {
      Limit: 100,
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      ExpressionAttributeValues: { ":pk": "ACC#ALL" },
    },
  );
  for await (const { Items = [] } of pages) {
    yield* readAll(Items, accountFrom, onUnreadable);
  }
}

/** Accounts of the service, closed ones too, newest first. */
export function listAccounts(
  table: Table,
  page: PageRequest,
  onUnreadable?: OnUnreadable,
): Promise<Page<AccountWithProgress>> {
  return queryPage(
    table,
    {
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      ExpressionAttributeValues: { ":pk": "ACC#ALL" },
      ScanIndexForward: false,
    },
    page,
    ["accounts"],
    accountFrom,
    onUnreadable,
  );
}

/** Records that customer data of a mode from before `to` (ms) is redacted, except that of `unredacted` checkouts. */
export async function noteDataDropped(
  table: Table,
  { accountId, mode }: { readonly accountId: string; readonly mode: Mode },
  to: number,
  unredacted: readonly string[],
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk: `ACC#${accountId}`, sk: "ACC" },
      UpdateExpression: "SET #droppedTo = :to, unredacted = :unredacted",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#droppedTo": `${mode}DataDroppedTo` },
      ExpressionAttributeValues: { ":to": to, ":unredacted": unredacted },
    }),
  );
}

const accountFrom = shapeOf<AccountWithProgress>("account", {
  id: "text",
  ownerId: "text",
  paired: "flag, if any",
  createdAt: "number",
  closedAt: "number or null",
  approvalLimit: "number or null, if any",
  suspended: "map, if any",
  resumedAt: "number, if any",
  pagesBehindSince: "number, if any",
  made: "number, if any",
  liveDataDroppedTo: "number, if any",
  testDataDroppedTo: "number, if any",
  unredacted: "list, if any",
});
