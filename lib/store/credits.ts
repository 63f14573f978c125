import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { type Balance, EMPTY_BALANCE, type LedgerKind } from "../domain/ledger.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { withoutKeys } from "./item.ts";
import { type Commit, type Table, transact, type Write } from "./transact.ts";

/** One line of the account's ledger. `source` is what caused it: a checkout, a sign-up, an operator. */
export interface LedgerRow {
  readonly id: string;
  readonly accountId: string;
  readonly kind: LedgerKind;
  readonly credits: number;
  readonly source: string;
  readonly note: string | null;
  readonly createdAt: number;
}

/** Invariant of every write below: `available = granted − captured ≥ 0`, and it is the ledger's sum. */
const HAS_ONE_LEFT = "available >= :credits";
const STAYS_ABOVE_ZERO = "available >= :needed";

/** The balance, strongly consistent. */
export async function getBalance(table: Table, accountId: string): Promise<Balance> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: balanceKey(accountId), ConsistentRead: true }),
  );
  if (!Item) return EMPTY_BALANCE;
  const { granted, captured, available } = Item as Balance & Record<string, unknown>;
  return { granted, captured, available };
}

/** Ledger of an account, newest first. */
export function listLedger(
  table: Table,
  accountId: string,
  page: PageRequest,
): Promise<Page<LedgerRow>> {
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": `CRD#${accountId}`, ":sk": "LED#" },
      ScanIndexForward: false,
    },
    page,
    ["ledger", accountId],
    (item) => withoutKeys<LedgerRow>(item),
  );
}

/** Spends what one verified checkout costs; refused (label `credits`) when nothing is left. */
export function captureWrites(entry: LedgerRow): Write[] {
  return [
    {
      label: "credits",
      update: {
        Key: balanceKey(entry.accountId),
        UpdateExpression: "SET available = available - :credits, captured = captured + :credits",
        ConditionExpression: HAS_ONE_LEFT,
        ExpressionAttributeValues: { ":credits": entry.credits },
      },
    },
    entryWrite(entry),
  ];
}

/**
 * Adds (grant) or corrects (adjust, may be negative) credits. The entry's id is its key, so that a
 * repeated grant with the same id is refused (label `ledger`); `credits` is refused below zero.
 */
export function grantWrites(entry: LedgerRow): Write[] {
  return [
    {
      label: "credits",
      update: {
        Key: balanceKey(entry.accountId),
        UpdateExpression:
          "SET granted = if_not_exists(granted, :zero) + :credits, available = if_not_exists(available, :zero) + :credits, captured = if_not_exists(captured, :zero), entity = :entity, accountId = :account",
        ...(entry.credits < 0 ? { ConditionExpression: STAYS_ABOVE_ZERO } : {}),
        ExpressionAttributeValues: {
          ":credits": entry.credits,
          ":zero": 0,
          ":entity": "credits",
          ":account": entry.accountId,
          ...(entry.credits < 0 ? { ":needed": -entry.credits } : {}),
        },
      },
    },
    entryWrite(entry),
  ];
}

/** Commits a grant or an adjustment by itself. */
export function grantCredits(table: Table, entry: LedgerRow): Promise<Commit> {
  return transact(table, grantWrites(entry));
}

function entryWrite(entry: LedgerRow): Write {
  return {
    label: "ledger",
    put: {
      Item: { pk: `CRD#${entry.accountId}`, sk: `LED#${entry.id}`, entity: "ledger", ...entry },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

function balanceKey(accountId: string) {
  return { pk: `CRD#${accountId}`, sk: "BALANCE" };
}
