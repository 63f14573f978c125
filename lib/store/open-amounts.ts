import { GetCommand, QueryCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import { amountDue, type Checkout, canBecome } from "../domain/checkout.ts";
import { shapeOf } from "./shape.ts";
import { type Item, type Table, unlessRefused, type Write } from "./transact.ts";

/** What a checkout of an account with a paired phone asks for: a notice finds it by its amount. */
export interface OpenAmount {
  readonly checkoutId: string;
  readonly amount: number;
  /** ms */
  readonly expiresAt: number;
  /** The number that the customer pays from, as given on the pay page. */
  readonly payerPhone: string | null;
}

/** More open checkouts of one amount are not looked at, and nothing is decided about them. */
export const MOST_OPEN = 100;
const KEPT_MS = 86_400_000;
const DIGITS = 13;

/**
 * Notes what a new checkout asks for. A distinct amount is refused (label `distinct amount`) if another open checkout
 * of the account asks for it.
 */
export function openAmountWrites(checkout: Checkout): Write[] {
  const { id, amount, expiresAt, notices } = checkout;
  const ttl = Math.ceil((expiresAt + KEPT_MS) / 1000);
  const row: OpenAmount = { checkoutId: id, amount, expiresAt, payerPhone: null };
  return [
    {
      label: "open amount",
      put: { Item: { ...keyOf(checkout, id), entity: "open_amount", ...row, ttl } },
    },
    ...(notices?.distinct === true
      ? [
          {
            label: "distinct amount",
            put: {
              Item: { ...keyOf(checkout, LOCK), entity: "distinct_amount", expiresAt, ttl },
              ConditionExpression: "attribute_not_exists(pk) OR expiresAt <= :now",
              ExpressionAttributeValues: { ":now": checkout.createdAt },
            },
          } as const,
        ]
      : []),
  ];
}

/**
 * Notes what a checkout still asks for after a part payment, also in review: it may be open again, and its customer may pay
 * meanwhile. Nothing for one without a paired phone. The row of its whole amount stays, and holds the payer's phone.
 */
export function restAmountWrites(before: Checkout, after: Checkout): Write[] {
  const { id: checkoutId, expiresAt, notices } = after;
  const amount = amountDue(after);
  const isNew = amount !== amountDue(before) && amount !== after.amount;
  if (notices === undefined || !canBecome(after, "verified") || !isNew) return [];
  const row: OpenAmount = { checkoutId, amount, expiresAt, payerPhone: null };
  const ttl = Math.ceil((expiresAt + KEPT_MS) / 1000);
  const key = keyOf({ ...after, amount }, checkoutId);
  return [{ label: "open amount", put: { Item: { ...key, entity: "open_amount", ...row, ttl } } }];
}

/**
 * Checkouts of an account that ask for exactly this amount, by what is stored of them. Those that expire after `since`
 * (ms), at most a day ago. Reads no further page once there are more than `MOST_OPEN`.
 */
export async function openAmounts(
  table: Table,
  accountId: string,
  { currency, amount }: { readonly currency: string; readonly amount: number },
  since: number,
): Promise<OpenAmount[]> {
  const prefix = `${currency}#${padded(amount)}#`;
  return query(table, accountId, [`${prefix}co_`, `${prefix}co_~`], since, MOST_OPEN);
}

/** What checkouts of an account asked for from `low` to `high`: those that expire after `since` (ms), at most a day ago. */
export async function amountsBetween(
  table: Table,
  accountId: string,
  {
    currency,
    low,
    high,
  }: { readonly currency: string; readonly low: number; readonly high: number },
  since: number,
): Promise<readonly OpenAmount[]> {
  const range = [`${currency}#${padded(low)}#`, `${currency}#${padded(high)}#~`] as const;
  return query(table, accountId, range, since, Number.POSITIVE_INFINITY);
}

/** Stores the number that the customer pays from, null for none; false if the checkout prepares for no notices. */
export async function setPayerPhone(
  table: Table,
  checkout: Checkout,
  phone: string | null,
): Promise<boolean> {
  const written = await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keyOf(checkout, checkout.id),
        UpdateExpression: "SET payerPhone = :phone",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":phone": phone },
      }),
    ),
  );
  return written !== null;
}

/** The number that the customer gave on the pay page; null for none. */
export async function getPayerPhone(table: Table, checkout: Checkout): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keyOf(checkout, checkout.id) }),
  );
  return Item ? openAmountFrom(Item).payerPhone : null;
}

/** The partition of an account's open amounts. */
export function openAmountPartition(accountId: string): string {
  return `NTO#${accountId}`;
}

const LOCK = "distinct";

function keyOf({ accountId, currency, amount }: Checkout, last: string) {
  return { pk: openAmountPartition(accountId), sk: `${currency}#${padded(amount)}#${last}` };
}

function padded(amount: number): string {
  return String(amount).padStart(DIGITS, "0");
}

async function query(
  table: Table,
  accountId: string,
  [from, to]: readonly [string, string],
  since: number,
  most: number,
): Promise<OpenAmount[]> {
  const rows: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
        FilterExpression: "entity = :entity AND expiresAt > :since",
        ExpressionAttributeValues: {
          ":pk": openAmountPartition(accountId),
          ":from": from,
          ":to": to,
          ":entity": "open_amount",
          ":since": since,
        },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    rows.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined && rows.length <= most);
  return rows.map(openAmountFrom);
}

const openAmountFrom = shapeOf<OpenAmount>("open amount", {
  checkoutId: "text",
  amount: "number",
  expiresAt: "number",
  payerPhone: "text or null",
});
