import { GetCommand } from "../cloud/dynamodb.ts";
import type { CaptureSource, Draw, LedgerKind } from "../domain/ledger.ts";
import { shardKey } from "./credit-shards.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** One ledger entry of an account. `source` names its cause: a checkout, a sign-up, an operator. */
export interface LedgerRow {
  readonly id: string;
  readonly accountId: string;
  readonly kind: LedgerKind;
  readonly credits: number;
  readonly source: string;
  readonly note: string | null;
  readonly createdAt: number;
}

/*
 * Invariant of every write below: each shard's `available ≥ 0`, and over all shards of an account
 * Σ available = Σ granted − Σ captured = the ledger's sum. Most accounts have one shard.
 */
const HAS_ENOUGH = "available >= :credits";
const IS_EMPTY = "available < :credits";

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
    ledgerRowFrom,
  );
}

/**
 * Captures the price of a verified checkout. Refused (label `credits`) if the shard has too few credits or is gone; with a
 * draw, also if the shard is no longer empty or the other one has too few.
 */
export function captureWrites(entry: LedgerRow, { shard, draw }: CaptureSource): Write[] {
  const { accountId, credits } = entry;
  if (draw === null) {
    return [
      shardWrite(accountId, shard, {
        UpdateExpression: "SET available = available - :credits, captured = captured + :credits",
        ConditionExpression: HAS_ENOUGH,
        ExpressionAttributeValues: { ":credits": credits },
      }),
      entryWrite(entry),
    ];
  }
  return [
    shardWrite(accountId, shard, {
      UpdateExpression: "SET available = available + :kept, captured = captured + :credits",
      ConditionExpression: IS_EMPTY,
      ExpressionAttributeValues: { ":kept": draw.credits - credits, ":credits": credits },
    }),
    takeWrite(accountId, draw),
    entryWrite(entry),
  ];
}

/**
 * Grants or adjusts credits; grants go to the first shard. The entry's id is its key, so a repetition is refused (label
 * `ledger`).
 *
 * @param taken of an adjustment below zero: what each shard gives up, the adjustment in all. Refused (label `credits`) if
 *   one of them has less. Without it the first shard gives up everything.
 */
export function grantWrites(entry: LedgerRow, taken?: readonly Draw[]): Write[] {
  const { accountId, credits } = entry;
  const isTaking = credits < 0;
  const draws = taken ?? [{ shard: 0, credits: -credits }];
  const ofFirst = draws.find(({ shard }) => shard === 0)?.credits ?? 0;
  return [
    shardWrite(accountId, 0, {
      UpdateExpression:
        "SET granted = if_not_exists(granted, :zero) + :credits, available = if_not_exists(available, :zero) + :here, captured = if_not_exists(captured, :zero), entity = :entity, accountId = :account",
      ...(isTaking ? { ConditionExpression: "available >= :needed" } : {}),
      ExpressionAttributeValues: {
        ":credits": credits,
        ":here": isTaking ? -ofFirst : credits,
        ":zero": 0,
        ":entity": "credits",
        ":account": accountId,
        ...(isTaking ? { ":needed": ofFirst } : {}),
      },
    }),
    ...draws.filter(({ shard }) => shard !== 0).map((draw) => takeWrite(accountId, draw)),
    entryWrite(entry),
  ];
}

/** Takes credits out of a shard, for another one or permanently. */
function takeWrite(accountId: string, { shard, credits }: Draw): Write {
  return shardWrite(accountId, shard, {
    UpdateExpression: "SET available = available - :credits",
    ConditionExpression: HAS_ENOUGH,
    ExpressionAttributeValues: { ":credits": credits },
  });
}

function shardWrite(
  accountId: string,
  shard: number,
  update: Omit<NonNullable<Write["update"]>, "Key">,
): Write {
  return { label: "credits", update: { Key: { ...shardKey(accountId, shard) }, ...update } };
}

function entryKey(accountId: string, id: string) {
  return { pk: `CRD#${accountId}`, sk: `LED#${id}` };
}

/** Whether the account's ledger has one of these entries. */
export async function hasLedgerEntry(
  { client, name }: Table,
  accountId: string,
  ids: readonly string[],
): Promise<boolean> {
  const found = await Promise.all(
    ids.map((id) =>
      client.send(
        new GetCommand({ TableName: name, Key: entryKey(accountId, id), ConsistentRead: true }),
      ),
    ),
  );
  return found.some(({ Item }) => Item !== undefined);
}

function entryWrite(entry: LedgerRow): Write {
  return {
    label: "ledger",
    put: {
      Item: { ...entryKey(entry.accountId, entry.id), entity: "ledger", ...entry },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

const ledgerRowFrom = shapeOf<LedgerRow>("ledger entry", {
  id: "text",
  accountId: "text",
  kind: "text",
  credits: "number",
  source: "text",
  note: "text or null",
  createdAt: "number",
});

/**
 * Notes that the owner of an account with several shards was notified of low or no credits. Refused (label `credits notice`) if
 * that was done and nothing was granted since.
 *
 * @param granted all credits granted so far
 */
export function noticeWrite(accountId: string, type: string, granted: number): Write {
  return {
    label: "credits notice",
    put: {
      Item: {
        pk: `CRD#${accountId}`,
        sk: `NOTICE#${type}`,
        entity: "credit_notice",
        accountId,
        granted,
      },
      ConditionExpression: "attribute_not_exists(pk) OR granted < :granted",
      ExpressionAttributeValues: { ":granted": granted },
    },
  };
}
