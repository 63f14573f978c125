import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import { OTP_MAX_TRIES, type SentRow } from "../domain/tokens.ts";
import { shapeOf } from "./shape.ts";
import { type Table, unlessRefused } from "./transact.ts";

/** The last code sent to a phone, as an HMAC. */
export interface LoginCode extends SentRow {
  readonly codeHash: string;
  readonly triesLeft: number;
  /** ms. */
  readonly expiresAt: number;
}

/** How long the counts of codes are kept; `nextSend` starts over after a day without a code. */
const ROW_KEPT_SECONDS = 2 * 86_400;

/** The last code sent to `phone` (E.164), valid or not; null if there is none. */
export async function getLoginCode(table: Table, phone: string): Promise<LoginCode | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: codeKey(phone), ConsistentRead: true }),
  );
  return Item ? loginCodeFrom(Item) : null;
}

/** Replaces `before` by a new code; false if another request has replaced it. */
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
 * Takes one of the five tries and returns the hash to compare with; null if no try is left, or the code is missing or
 * expired. It counts before the caller compares, so that concurrent guesses get five comparisons in all.
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
  return taken?.Attributes ? loginCodeFrom(taken.Attributes).codeHash : null;
}

/** Deletes a code that was entered correctly; false if it was used or replaced. */
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

const loginCodeFrom = shapeOf<LoginCode>("login code", {
  sentAt: "number",
  sends: "number",
  // Missing in codes of a release that did not count the codes of a day. Such a release must be able to read ours.
  dayBeganAt: "number, if any",
  sendsInDay: "number, if any",
  codeHash: "text",
  triesLeft: "number",
  expiresAt: "number",
});

/** Stores an issued nonce until `expiresAt` (ms). */
export async function putNonce(table: Table, nonce: string, expiresAt: number): Promise<void> {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...key(`given#${nonce}`), entity: "nonce", expiresAt, ttl: ttl(expiresAt) },
    }),
  );
}

/** Uses up a nonce; false if it was not issued, has expired or was used. */
export async function takeNonce(table: Table, nonce: string, now: number): Promise<boolean> {
  const taken = await unlessRefused(
    table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: key(`given#${nonce}`),
        ConditionExpression: "expiresAt > :now",
        ExpressionAttributeValues: { ":now": now },
      }),
    ),
  );
  return taken !== null;
}

/** Marks a token as used, by a digest of its claims; false if it was used. */
export async function spendToken(
  table: Table,
  digest: string,
  expiresAt: number,
): Promise<boolean> {
  const spent = await unlessRefused(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key(`spent#${digest}`), entity: "nonce", expiresAt, ttl: ttl(expiresAt) },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );
  return spent !== null;
}

function key(value: string) {
  return { pk: `NON#${value}`, sk: "NON" };
}

/** An hour longer than it is valid, in case clocks differ. */
function ttl(expiresAt: number): number {
  return Math.ceil(expiresAt / 1000) + 3600;
}
