import { GetCommand } from "../cloud/dynamodb.ts";
import { type Checkout, type Mode, modeOf } from "../domain/checkout.ts";
import { newClaims, type Payment } from "../domain/payment.ts";
import { getItems } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import type { RefusedCommit, Table, Write } from "./transact.ts";

/** A reference is claimed per account and mode. */
export interface ClaimScope {
  readonly accountId: string;
  readonly mode: Mode;
}

/** Whose claims those of a checkout's payments are. */
export function scopeOf({
  accountId,
  livemode,
}: Pick<Checkout, "accountId" | "livemode">): ClaimScope {
  return { accountId, mode: modeOf(livemode) };
}

const OWNED = "checkoutId = :owner";

/** Id of the checkout that has claimed a reference, or null. */
export async function getClaim(
  table: Table,
  scope: ClaimScope,
  claimKey: string,
): Promise<string | null> {
  const Key = claimItemKey(scope, claimKey);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item ? claimFrom(Item).checkoutId : null;
}

/** Which of these references are claimed. */
export async function claimedOf(
  table: Table,
  scope: ClaimScope,
  claimKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const keyOf = (claimKey: string) => claimItemKey(scope, claimKey);
  const found = new Set((await getItems(table, claimKeys.map(keyOf))).map(({ pk }) => pk));
  return new Set(claimKeys.filter((claimKey) => found.has(keyOf(claimKey).pk)));
}

/** Claims all references of a payment for a checkout; each is refused as `claim` if it is claimed already. */
export function claimWrites(
  scope: ClaimScope,
  claimKeys: readonly string[],
  checkoutId: string,
  at: number,
): Write[] {
  return claimKeys.map((key) => ({
    label: { kind: "claim", key },
    put: {
      Item: { ...claimItemKey(scope, key), entity: "claim", checkoutId, claimedAt: at },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  }));
}

/** Moves claims from one checkout to another; each is refused as `claim` unless `from` has it. */
export function moveClaimWrites(
  scope: ClaimScope,
  claimKeys: readonly string[],
  from: string,
  to: string,
): Write[] {
  return claimKeys.map((claimKey) => ({
    label: { kind: "claim", key: claimKey },
    update: {
      Key: claimItemKey(scope, claimKey),
      UpdateExpression: "SET checkoutId = :to",
      ConditionExpression: OWNED,
      ExpressionAttributeValues: { ":owner": from, ":to": to },
    },
  }));
}

/** Releases the claims that no other payment of the checkout has; each is refused as `claim` unless it has it. */
export function releaseWrites(checkout: Checkout, payments: readonly Payment[]): Write[] {
  const others = checkout.payments.filter((payment) => !payments.includes(payment));
  const keys = new Set(payments.flatMap(({ claims }) => claims));
  return newClaims(others, [...keys]).map((key) => ({
    label: { kind: "claim", key },
    remove: {
      Key: claimItemKey(scopeOf(checkout), key),
      ConditionExpression: OWNED,
      ExpressionAttributeValues: { ":owner": checkout.id },
    },
  }));
}

/** Checkouts that hold the claims which prevented a commit. */
export function claimantsIn({ refusals }: RefusedCommit): readonly string[] {
  const owners = refusals.flatMap(({ kind, existing }) =>
    kind === "claim" && existing !== null ? [claimFrom(existing).checkoutId] : [],
  );
  return [...new Set(owners)];
}

/** Key of a claim. */
export function claimItemKey(scope: ClaimScope, claimKey: string) {
  return { pk: `CLM#${scope.accountId}#${scope.mode}#${claimKey}`, sk: "CLM" };
}

const claimFrom = shapeOf<{ readonly checkoutId: string }>("claim", { checkoutId: "text" });

/** Makes a verified checkout findable by the code on its receipt; refused (label `receipt code`) if it is taken. */
export function receiptCodeWrite(code: string, checkoutId: string): Write {
  return {
    label: "receipt code",
    put: {
      Item: { ...receiptCodeKey(code), entity: "receipt_code", checkoutId },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Id of the checkout with this receipt code (normalized), or null. */
export async function checkoutIdByReceiptCode(table: Table, code: string): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: receiptCodeKey(code) }),
  );
  return Item ? receiptCodeFrom(Item).checkoutId : null;
}

export function receiptCodeKey(code: string) {
  return { pk: `RCP#${code}`, sk: "RCP" };
}

const receiptCodeFrom = shapeOf<{ readonly checkoutId: string }>("receipt code", {
  checkoutId: "text",
});
