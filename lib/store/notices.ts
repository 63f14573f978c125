import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import { dayOf } from "../contract/days.ts";
import type { Checkout } from "../domain/checkout.ts";
import { instant } from "../domain/instant.ts";
import type { Notice } from "../domain/notice.ts";
import type { ProviderId } from "../domain/provider.ts";
import { claimOf, comparableReference } from "../domain/receipt.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { shapeOf } from "./shape.ts";
import { type Item, type Table, unlessRefused, type Write } from "./transact.ts";

/** `continues`: an unbroken, proven chain of balances leads to the one in the message. `unknown` also for a message without one. */
export type BalanceVerdict = "continues" | "unknown";

/** A notice with where it came from. */
export interface StoredNotice extends Notice {
  readonly accountId: string;
  readonly sourceId: string;
  /** Hex; the same for every copy of one message. */
  readonly hash: string;
  /** A person pasted it: never evidence by itself. */
  readonly typed: boolean;
  /** The time of the message by the phone, ms. */
  readonly sentAt: number;
  /** When we received it, ms. */
  readonly receivedAt: number;
  readonly balance: BalanceVerdict;
}

/** Notices are kept for this long. */
const KEPT_MS = 30 * 86_400_000;
const UNREADABLE_KEPT_MS = 7 * 86_400_000;

/** More of one amount or reference are not looked at. */
const MOST = 50;
/** More about one reference are a forger's. */
const MOST_REVERSALS = 10;
const MOST_OF_DAY = 3_000;
const DAY_MS = 86_400_000;

/** Stores a notice; false if this message was stored before. Two write units, at most 1 KB. */
export async function putNotice(table: Table, notice: StoredNotice): Promise<boolean> {
  const { accountId, provider, reference, hash, currency, amountMinor, receivedAt } = notice;
  const written = await unlessRefused(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          pk: `NTC#${accountId}`,
          sk: `${provider}#${reference ?? ""}#${hash}`,
          entity: "notice",
          ...notice,
          gsi1pk: dayKey(accountId, receivedAt),
          gsi1sk: `${amountKey({ currency, amountMinor })}${instant(receivedAt)}#${hash}`,
          ttl: Math.ceil((receivedAt + KEPT_MS) / 1000),
        },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );
  return written !== null;
}

/** A bank's message that a payment was reversed. */
export interface Reversal {
  readonly accountId: string;
  readonly provider: ProviderId;
  readonly reference: string;
  /** In the message, minor units. */
  readonly amounts: readonly number[];
  readonly hash: string;
  /** ms */
  readonly receivedAt: number;
}

/** Stores a reversal beside the notices with its reference, sorted before them. A copy changes nothing. */
export async function putReversal(table: Table, reversal: Reversal): Promise<void> {
  const { accountId, provider, reference, hash, receivedAt } = reversal;
  const ttl = Math.ceil((receivedAt + KEPT_MS) / 1000);
  const key = { pk: `NTC#${accountId}`, sk: `${provider}#${reference}#!${hash}` };
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { ...key, entity: REVERSAL, ...reversal, ttl } }),
  );
}

/**
 * Whether a payment of this amount (minor units) was reversed: a message without amounts means any. So do more messages
 * than a bank sends: they could hide others from `messagesAbout`.
 */
export function isReversed(reversals: readonly Reversal[], amountMinor: number | null): boolean {
  const isOf = ({ amounts }: Reversal) =>
    amountMinor === null || amounts.length === 0 || amounts.includes(amountMinor);
  return reversals.length > MOST_REVERSALS || reversals.some(isOf);
}

/** What a bank has sent about one reference. */
interface Messages {
  readonly notices: readonly StoredNotice[];
  readonly reversals: readonly Reversal[];
}

/** Notices of an account that name a reference, strongly consistent. */
export async function noticesOfReference(
  table: Table,
  accountId: string,
  named: PaidReference,
  now: number,
): Promise<readonly StoredNotice[]> {
  return (await messagesAbout(table, accountId, named, now)).notices;
}

/** Notices and reversals of an account that name a reference, in one strongly consistent query. */
export async function messagesAbout(
  table: Table,
  accountId: string,
  { provider, reference }: PaidReference,
  now: number,
): Promise<Messages> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :start)",
      ExpressionAttributeValues: {
        ":pk": `NTC#${accountId}`,
        ":start": `${provider}#${reference}#`,
      },
      ConsistentRead: true,
      Limit: MOST,
    }),
  );
  const isReversal = ({ entity }: Item) => entity === REVERSAL;
  const isKept = ({ receivedAt }: { readonly receivedAt: number }) => receivedAt + KEPT_MS > now;
  return {
    notices: Items.filter((item) => !isReversal(item))
      .map(noticeFrom)
      .filter(isKept),
    reversals: Items.filter(isReversal).map(reversalFrom).filter(isKept),
  };
}

/** As `messagesAbout`, for each number that a payment has claimed: a message may name it by another one than the receipt does. */
export async function messagesAboutClaims(
  table: Table,
  accountId: string,
  claims: readonly string[],
  now: number,
): Promise<Messages> {
  const all = await Promise.all(
    claims.map((key) => messagesAbout(table, accountId, claimOf(key), now)),
  );
  return {
    notices: all.flatMap(({ notices }) => notices),
    reversals: all.flatMap(({ reversals }) => reversals),
  };
}

/**
 * Notices of an account with exactly this amount that arrived from `from` to `until` (ms), newest first. One query for
 * each day (Addis Ababa) between.
 */
export async function noticesOfAmount(
  table: Table,
  accountId: string,
  amount: Pick<Notice, "currency" | "amountMinor">,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<StoredNotice[]> {
  const first = Math.max(from, until - KEPT_MS);
  const days = new Set([dayKey(accountId, until)]);
  for (let at = first; at < until; at += DAY_MS) days.add(dayKey(accountId, at));
  const found = await Promise.all(
    [...days].map(async (day) => {
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: "gsi1",
          KeyConditionExpression: "gsi1pk = :pk AND begins_with(gsi1sk, :amount)",
          ExpressionAttributeValues: { ":pk": day, ":amount": amountKey(amount) },
          ScanIndexForward: false,
          Limit: MOST,
        }),
      );
      return Items.map(noticeFrom);
    }),
  );
  return newestFirst(found.flat().filter(({ receivedAt }) => receivedAt > first));
}

/**
 * Notices that an account received on the day (Addis Ababa) of `at` (ms), newest first. After 3,000 it reads no more
 * pages, and `hasMore` says so: those that it leaves out are of the smallest amounts.
 */
export async function noticesOfDay(
  table: Table,
  accountId: string,
  at: number,
): Promise<{ readonly notices: readonly StoredNotice[]; readonly hasMore: boolean }> {
  const found: StoredNotice[] = [];
  let start: Item | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: "gsi1",
        KeyConditionExpression: "gsi1pk = :pk",
        ExpressionAttributeValues: { ":pk": dayKey(accountId, at) },
        ScanIndexForward: false,
        ExclusiveStartKey: start,
      }),
    );
    found.push(...(page.Items ?? []).map(noticeFrom));
    start = page.LastEvaluatedKey;
  } while (start !== undefined && found.length < MOST_OF_DAY);
  return { notices: newestFirst(found), hasMore: start !== undefined };
}

function newestFirst(notices: readonly StoredNotice[]): StoredNotice[] {
  return notices.toSorted((one, other) => other.receivedAt - one.receivedAt);
}

/** The sale that a notice became. It outlives the notice by a day, so that two cashiers never make two. */
export async function getNoticeSale(
  table: Table,
  accountId: string,
  paid: PaidReference,
): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: saleKey(accountId, paid), ConsistentRead: true }),
  );
  return Item ? saleFrom(Item).checkoutId : null;
}

/**
 * Notes that a notice became a sale; refused (label `notice sale`) if it became another one since.
 *
 * @param before the sale that has ended without the payment
 */
export function noticeSaleWrite(
  { accountId, id, createdAt }: Pick<Checkout, "accountId" | "id" | "createdAt">,
  paid: PaidReference,
  before: string | null,
): Write {
  const ttl = Math.ceil((createdAt + KEPT_MS + DAY_MS) / 1000);
  return {
    label: "notice sale",
    put: {
      Item: { ...saleKey(accountId, paid), entity: "notice_sale", checkoutId: id, ttl },
      ...(before === null
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "checkoutId = :before",
            ExpressionAttributeValues: { ":before": before },
          }),
    },
  };
}

interface PaidReference {
  readonly provider: ProviderId;
  readonly reference: string;
}

function saleKey(accountId: string, { provider, reference }: PaidReference) {
  return { pk: `NTL#${accountId}`, sk: `${provider}#${comparableReference(reference)}` };
}

const saleFrom = shapeOf<{ readonly checkoutId: string }>("notice sale", { checkoutId: "text" });

/** Removes the payer, and the link, which may hold their account, from a notice. Idempotent. */
export async function redactNotice(
  table: Table,
  { accountId, provider, reference, hash }: StoredNotice,
): Promise<void> {
  await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: `NTC#${accountId}`, sk: `${provider}#${reference ?? ""}#${hash}` },
        UpdateExpression: "SET payer = :nobody, #link = :none",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeNames: { "#link": "link" },
        ExpressionAttributeValues: { ":nobody": { name: null, account: null }, ":none": null },
      }),
    ),
  );
}

/** A bank's message that could not be read, without the digits of balances. */
export interface UnreadableNotice {
  readonly hash: string;
  readonly provider: ProviderId;
  readonly text: string;
  /** Absent in what an earlier release kept. */
  readonly sourceId?: string;
  /** ms */
  readonly receivedAt: number;
}

/** Keeps a message that could not be read for 7 days. */
export async function putUnreadable(
  table: Table,
  accountId: string,
  { hash, receivedAt, ...message }: UnreadableNotice,
): Promise<void> {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: {
        pk: `NTU#${accountId}`,
        sk: `${instant(receivedAt)}#${hash}`,
        entity: "unreadable_notice",
        hash,
        receivedAt,
        ...message,
        ttl: Math.ceil((receivedAt + UNREADABLE_KEPT_MS) / 1000),
      },
    }),
  );
}

/** Messages of an account that could not be read, newest first. */
export function listUnreadable(
  table: Table,
  accountId: string,
  page: PageRequest,
  now: number,
): Promise<Page<UnreadableNotice>> {
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk",
      since: instant(now - UNREADABLE_KEPT_MS),
      ExpressionAttributeValues: { ":pk": `NTU#${accountId}` },
      ScanIndexForward: false,
    },
    page,
    ["unreadable notices", accountId],
    unreadableFrom,
  );
}

/** Partitions that hold what an account's messages left. */
export function noticePartitions(accountId: string): readonly string[] {
  return [`NTC#${accountId}`, `NTU#${accountId}`, `NTL#${accountId}`];
}

function dayKey(accountId: string, at: number): string {
  return `NTA#${accountId}#${dayOf(at)}`;
}

function amountKey({ currency, amountMinor }: Pick<Notice, "currency" | "amountMinor">): string {
  return `${currency}#${String(amountMinor).padStart(13, "0")}#`;
}

const noticeFrom: (item: Item) => StoredNotice = shapeOf<StoredNotice>("notice", {
  provider: "text",
  amountMinor: "number",
  currency: "text",
  payer: "map",
  account: "text or null",
  reference: "text or null",
  link: "text or null",
  paidAt: "number or null",
  precisionMs: "number",
  accountId: "text",
  sourceId: "text",
  hash: "text",
  typed: "flag",
  sentAt: "number",
  receivedAt: "number",
  balance: "text",
});

const REVERSAL = "notice_reversal";
const reversalFrom = shapeOf<Reversal>("reversal", {
  ...{ accountId: "text", provider: "text", reference: "text" },
  ...{ amounts: "list", hash: "text", receivedAt: "number" },
});

const unreadableFrom: (item: Item) => UnreadableNotice = shapeOf<UnreadableNotice>(
  "unreadable notice",
  {
    ...{ hash: "text", provider: "text", text: "text", receivedAt: "number" },
    sourceId: "text, if any",
  },
);
