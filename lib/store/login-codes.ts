import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { OTP_MAX_TRIES, type SentRow } from "../domain/otp.ts";
import { unlessRefused } from "./conditional.ts";
import { withoutKeys } from "./item.ts";
import type { Table } from "./transact.ts";

/** The last code that was sent to a phone; of the code itself only an HMAC. */
export interface LoginCode extends SentRow {
  readonly codeHash: string;
  readonly triesLeft: number;
  /** ms. */
  readonly expiresAt: number;
}

/** How long the row of sends is remembered; a day without a code begins a new one. */
const ROW_KEPT_SECONDS = 2 * 86_400;

/** What was sent last to `phone` (E.164), whether it is still good or not; null for nothing. */
export async function getLoginCode(table: Table, phone: string): Promise<LoginCode | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: codeKey(phone), ConsistentRead: true }),
  );
  return Item ? withoutKeys<LoginCode>(Item) : null;
}

/** Stores a new code in the place of `before`; false when another one was stored meanwhile. */
export async function replaceLoginCode(
  table: Table,
  phone: string,
  before: LoginCode | null,
  code: Omit<LoginCode, "triesLeft">,
): Promise<boolean> {
  const stored = await unlessRefused(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...codeKey(phone),
          entity: "login_code",
          ...code,
          triesLeft: OTP_MAX_TRIES,
          ttl: Math.ceil(code.sentAt / 1000) + ROW_KEPT_SECONDS,
        },
        ConditionExpression: before === null ? "attribute_not_exists(pk)" : "codeHash = :before",
        ...(before === null ? {} : { ExpressionAttributeValues: { ":before": before.codeHash } }),
      }),
    ),
  );
  return stored !== null;
}

/**
 * Uses up one of the tries and hands out the hash to compare with; null when no try is left, the code
 * is over, or there is none. Counting comes before comparing, so that however many guess at once,
 * exactly five of them are compared.
 */
export async function takeTry(table: Table, phone: string, now: number): Promise<string | null> {
  const taken = await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: codeKey(phone),
        UpdateExpression: "SET triesLeft = triesLeft - :one",
        ConditionExpression: "triesLeft > :zero AND expiresAt > :now",
        ExpressionAttributeValues: { ":one": 1, ":zero": 0, ":now": now },
        ReturnValues: "ALL_NEW",
      }),
    ),
  );
  return taken?.Attributes ? String(taken.Attributes.codeHash) : null;
}

/** Uses the code up; false when somebody else did, or a newer one came. */
export async function consumeLoginCode(
  table: Table,
  phone: string,
  codeHash: string,
): Promise<boolean> {
  const deleted = await unlessRefused(
    table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: codeKey(phone),
        ConditionExpression: "codeHash = :hash",
        ExpressionAttributeValues: { ":hash": codeHash },
      }),
    ),
  );
  return deleted !== null;
}

function codeKey(phone: string) {
  return { pk: `OTP#${phone}`, sk: "OTP" };
}
