import { GetCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import type { Checkout } from "../domain/checkout.ts";
import { instant } from "../domain/instant.ts";
import type { PaymentLink } from "../domain/payment-link.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { shapeOf } from "./shape.ts";
import {
  commitOne,
  type Item,
  type Table,
  transact,
  unlessRefused,
  type Write,
} from "./transact.ts";

/** Target of a short URL: a reusable link, or the pay page of a checkout. */
export type ShortTarget =
  | { readonly kind: "link"; readonly link: PaymentLink }
  | { readonly kind: "checkout"; readonly token: string };

/** The target of a code at `now` (ms), or null. Strongly consistent, because the code may be new. */
export async function getShortTarget(
  table: Table,
  code: string,
  now: number,
): Promise<ShortTarget | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: linkKey(code), ConsistentRead: true }),
  );
  if (!Item) return null;
  if (Item.entity === "payment_link") {
    return { kind: "link", link: paymentLinkFrom(Item) };
  }
  if (Number(Item.ttl) * 1000 <= now) return null;
  return { kind: "checkout", token: checkoutLinkFrom(Item).token };
}

/** Links of an account, or of one app, newest first. */
export function listPaymentLinks(
  table: Table,
  accountId: string,
  appId: number | null,
  page: PageRequest,
): Promise<Page<PaymentLink>> {
  return queryPage(
    table,
    {
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      ...(appId === null ? {} : { FilterExpression: "appId = :app" }),
      ExpressionAttributeValues: {
        ":pk": `LNA#${accountId}`,
        ...(appId === null ? {} : { ":app": appId }),
      },
      ScanIndexForward: false,
    },
    page,
    ["payment links", accountId, appId],
    paymentLinkFrom,
  );
}

/** Stores a new link; refused (label `link`) if its code is taken. */
export function newLinkWrite(link: PaymentLink): Write {
  const item: Item = {
    ...linkKey(link.code),
    entity: "payment_link",
    ...link,
    gsi1pk: `LNA#${link.accountId}`,
    gsi1sk: `${instant(link.createdAt)}#${link.code}`,
  };
  return { label: "link", put: { Item: item, ConditionExpression: "attribute_not_exists(pk)" } };
}

export type LinkChange = Partial<Pick<PaymentLink, "amount" | "description" | "active">>;

/** Changes a link; refused (label `link`) if it was deleted. */
export function changeLinkWrite(code: string, change: LinkChange): Write {
  const names = Object.keys(change);
  return {
    label: "link",
    update: {
      Key: linkKey(code),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(change).map(([name, value]) => [`:${name}`, value]),
      ),
    },
  };
}

/** Deletes a link; refused (label `link`) if it was deleted. */
export function removeLinkWrite(code: string): Write {
  return {
    label: "link",
    remove: { Key: linkKey(code), ConditionExpression: "attribute_exists(pk)" },
  };
}

/** Counts a checkout created through the link. Does nothing if the link was deleted. */
export async function countLinkCheckout(table: Table, code: string): Promise<void> {
  await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: linkKey(code),
        UpdateExpression: "ADD checkoutsCount :one",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":one": 1 },
      }),
    ),
  );
}

/** How long a counted checkout is remembered: longer than the bus can repeat its event. */
const COUNTED_KEPT_MS = 90 * 86_400_000;

/** Counts a verified checkout of the account's link, once. Safe to repeat. `at` in ms. */
export async function countLinkVerified(
  table: Table,
  code: string,
  { accountId, id }: Pick<Checkout, "accountId" | "id">,
  at: number,
): Promise<void> {
  await transact(table, [
    {
      label: "counted",
      put: {
        Item: {
          ...linkKey(code),
          sk: `PAID#${id}`,
          entity: "link_payment",
          ttl: Math.ceil((at + COUNTED_KEPT_MS) / 1000),
        },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      label: "link",
      update: {
        Key: linkKey(code),
        UpdateExpression: "ADD verifiedCount :one",
        ConditionExpression: "accountId = :account",
        ExpressionAttributeValues: { ":one": 1, ":account": accountId },
      },
    },
  ]);
}

/** Points `code` to the pay page of `token` until `expiresAt` (ms); false if it has another target. */
export function putCheckoutLink(
  table: Table,
  code: string,
  token: string,
  expiresAt: number,
): Promise<boolean> {
  return commitOne(table, {
    label: "link",
    put: {
      Item: {
        ...linkKey(code),
        entity: "checkout_link",
        token,
        ttl: Math.ceil(expiresAt / 1000),
      },
      ConditionExpression: "attribute_not_exists(pk) OR #token = :token",
      ExpressionAttributeNames: { "#token": "token" },
      ExpressionAttributeValues: { ":token": token },
    },
  });
}

/** The key of a short URL, or of a reusable link. */
export function linkKey(code: string) {
  return { pk: `LNK#${code}`, sk: "LNK" };
}

const paymentLinkFrom = shapeOf<PaymentLink>("payment link", {
  code: "text",
  accountId: "text",
  appId: "number",
  livemode: "flag",
  amount: "number or null",
  currency: "text",
  description: "text or null",
  active: "flag",
  checkoutsCount: "number",
  verifiedCount: "number",
  createdAt: "number",
});

const checkoutLinkFrom = shapeOf<{ readonly token: string }>("short link", { token: "text" });
