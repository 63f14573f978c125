import { createHash } from "node:crypto";
import { GetCommand, paginateQuery } from "../cloud/dynamodb.ts";
import { idFloor } from "../domain/ids.ts";
import type { ProviderId } from "../domain/provider.ts";
import type { Days } from "../domain/statement-facts.ts";
import type { StatementPoint, StatementTotals } from "../domain/statement-points.ts";
import { stateKey } from "./checkout-item.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { packText, shapeOf, unpackText } from "./shape.ts";
import { commitOne, type Item, type Table, type Write } from "./transact.ts";

/** A bank account that receives payments. */
export interface BookAccount {
  readonly provider: ProviderId;
  /** In its canonical form. */
  readonly accountNumber: string;
}

/** A statement that was compared: its sums, never its text. */
export interface ComparedStatement extends BookAccount {
  /** Follows from the rows, so that the same statement replaces its earlier result. */
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  /** Days of the first and the last row. */
  readonly from: string;
  readonly to: string;
  /** Days that the member called complete. */
  readonly complete: readonly Days[];
  /** Apps with payments to the account that it was compared with, or that have a row; absent in results of earlier releases. */
  readonly appIds?: readonly number[];
  readonly rowCount: number;
  readonly totals: StatementTotals;
  readonly openCount: number;
  /** Points beyond those that are kept. */
  readonly leftOutCount: number;
  /** Id of the member who compared it. */
  readonly member: string;
  /** ms since the epoch. */
  readonly comparedAt: number;
  /** Rises with every write, which names it in its condition. */
  readonly version: number;
}

/** Additional stored facts. */
export interface StatementDetails {
  readonly points: readonly StatementPoint[];
  /** Digests of the ids of payments that were on the statement. */
  readonly confirmed: readonly string[];
  /**
   * Of payments that no reference matched with their row: the digest of the id, and that of the row's name.
   * Absent in results of earlier releases.
   */
  readonly byAmount?: readonly (readonly [payment: string, row: string])[];
}

/** Statements are kept for 400 days after they were compared. */
const KEPT_MS = 400 * 86_400_000;
const DIGEST_LENGTH = 12;
const STATEMENT = "STM#";
const POINTS = "PTS#";

/** Stores a statement; refused (label `statement`) if another request wrote it after `versionBefore` (0 for a new one). */
export function statementWrites(
  statement: ComparedStatement,
  details: StatementDetails,
  versionBefore: number,
): Write[] {
  const { accountId, id, comparedAt } = statement;
  const ttl = Math.ceil((comparedAt + KEPT_MS) / 1000);
  const text = packText(JSON.stringify(details));
  return [
    {
      label: "statement",
      put: {
        Item: { ...statementKey(accountId, id), entity: "statement", ...statement, ttl },
        ...(versionBefore === 0
          ? { ConditionExpression: "attribute_not_exists(pk)" }
          : {
              ConditionExpression: "version = :before",
              ExpressionAttributeValues: { ":before": versionBefore },
            }),
      },
    },
    {
      label: "statement",
      put: {
        Item: { ...pointsKey(accountId, id), entity: "statement_points", details: text, ttl },
      },
    },
  ];
}

/** DynamoDB stores at most 400 KB in an item. The rest is room for short notes to a thousand points. */
const MOST_DETAILS_BYTES = 300_000;

/** Whether the details of a statement leave room for what its members will still note. */
export function leaveRoom(details: StatementDetails): boolean {
  return packText(JSON.stringify(details)).length <= MOST_DETAILS_BYTES;
}

/** Reads a statement of an account, strongly consistent; null if there is none. `now` in ms. */
export async function getStatement(
  table: Table,
  accountId: string,
  id: string,
  now: number,
): Promise<ComparedStatement | null> {
  const item = await getKept(table, statementKey(accountId, id), now);
  return item && statementFrom(item);
}

/** Reads the points of a statement, strongly consistent; none for a statement that was deleted. `now` in ms. */
export async function getStatementDetails(
  table: Table,
  accountId: string,
  id: string,
  now: number,
): Promise<StatementDetails> {
  const item = await getKept(table, pointsKey(accountId, id), now);
  if (item === null) return { points: [], confirmed: [] };
  return JSON.parse(unpackText(item.details)) as StatementDetails;
}

async function getKept(table: Table, Key: Item, now: number): Promise<Item | null> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item !== undefined && Number(item.ttl) * 1000 > now ? item : null;
}

/** Statements of an account, the latest days first. `now` in ms. */
export function listStatements(
  table: Table,
  accountId: string,
  page: PageRequest,
  now: number,
): Promise<Page<ComparedStatement>> {
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :statement)",
      FilterExpression: "#ttl > :now",
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: {
        ":pk": partition(accountId),
        ":statement": STATEMENT,
        ":now": now / 1000,
      },
      ScanIndexForward: false,
    },
    page,
    ["statements", accountId],
    statementFrom,
  );
}

/**
 * The statements of one bank account that have rows from one day to another. Older ones are not read: a statement's id begins
 * with the time of its last day. `now` in ms.
 */
export async function statementsAround(
  table: Table,
  accountId: string,
  account: BookAccount,
  { from, to }: Days,
  now: number,
): Promise<ComparedStatement[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
      FilterExpression:
        "provider = :provider AND accountNumber = :number AND #from <= :to AND #to >= :from",
      ExpressionAttributeNames: { "#from": "from", "#to": "to" },
      ExpressionAttributeValues: {
        ":pk": partition(accountId),
        ":first": STATEMENT + idFloor("stm_", Date.parse(from)),
        ":last": `${STATEMENT}~`,
        ":provider": account.provider,
        ":number": account.accountNumber,
        ":from": from,
        ":to": to,
      },
      ConsistentRead: true,
    },
  );
  const found: ComparedStatement[] = [];
  for await (const { Items = [] } of pages) {
    found.push(...Items.filter(({ ttl }) => Number(ttl) * 1000 > now).map(statementFrom));
  }
  return found;
}

/** Marks payments of a checkout as not confirmed by the bank, or takes the marks away. Nothing else changes. */
export async function markUnconfirmed(
  table: Table,
  checkoutId: string,
  payments: readonly string[],
  isMarked: boolean,
): Promise<void> {
  await commitOne(table, {
    label: "checkout",
    update: {
      Key: stateKey(checkoutId),
      UpdateExpression: `${isMarked ? "ADD" : "DELETE"} unconfirmed :payments`,
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":payments": new Set(payments) },
    },
  });
}

/** Short for a payment's id; two of them do not collide by chance. */
export function digestOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, DIGEST_LENGTH);
}

function partition(accountId: string): string {
  return `BKS#${accountId}`;
}

function statementKey(accountId: string, id: string) {
  return { pk: partition(accountId), sk: STATEMENT + id };
}

function pointsKey(accountId: string, id: string) {
  return { pk: partition(accountId), sk: POINTS + id };
}

const statementFrom = shapeOf<ComparedStatement>("statement", {
  id: "text",
  accountId: "text",
  provider: "text",
  accountNumber: "text",
  currency: "text",
  from: "text",
  to: "text",
  complete: "list",
  appIds: "list, if any",
  rowCount: "number",
  totals: "map",
  openCount: "number",
  leftOutCount: "number",
  member: "text",
  comparedAt: "number",
  version: "number",
});
