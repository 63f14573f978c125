import { paginateQuery, QueryCommand } from "../cloud/dynamodb.ts";
import { canonicalAccount } from "../domain/account-number.ts";
import type { PaymentMethod } from "../domain/checkout.ts";
import type { ProviderId } from "../domain/provider.ts";
import { appKey } from "./key-sizes.ts";
import { shapeOf } from "./shape.ts";
import type { Item, Table, Write } from "./transact.ts";

/** A receiving account of an app. The pay page shows them by `position`. */
export interface StoredMethod extends PaymentMethod {
  readonly appId: number;
  readonly accountId: string;
  readonly enabled: boolean;
  readonly position: number;
  readonly createdAt: number;
}

/** Stores a payment method. `gsi1` finds all payment methods with the same number. */
export function methodWrite(method: StoredMethod): Write {
  const item: Item = {
    ...methodKey(method),
    entity: "method",
    ...method,
    gsi1pk: numberKey(method),
    gsi1sk: method.id,
  };
  return { label: "method", put: { Item: item } };
}

/** Stores a new payment method; refused (label `number`) if the app has its number. */
export function newMethodWrites(method: StoredMethod): Write[] {
  return [methodWrite(method), numberMarkWrite(method)];
}

function numberMarkWrite(method: StoredMethod): Write {
  return {
    label: "number",
    put: {
      Item: { ...numberMark(method), entity: "method_number", methodId: method.id },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** What a merchant can change of a payment method. */
export type MethodChange = Partial<
  Pick<
    StoredMethod,
    "accountName" | "accountNumber" | "label" | "instructions" | "enabled" | "position"
  >
>;

/** A mark for each number keeps an app from having it twice: it must change with the number that was read. */
const HAS_NUMBER = "accountNumber = :numberBefore";

/**
 * Changes a payment method; refused (label `method`) if it was removed or its number has changed. A new number is refused
 * (label `number`) if the app has it.
 */
export function changeMethodWrites(method: StoredMethod, change: MethodChange): Write[] {
  const next = { ...method, ...change };
  const isRenumbered = numberKey(next) !== numberKey(method);
  const values = { ...change, ...(isRenumbered ? { gsi1pk: numberKey(next) } : {}) };
  const names = Object.keys(values);
  const update: Write = {
    label: "method",
    update: {
      Key: methodKey(method),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
      ConditionExpression: HAS_NUMBER,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
        ":numberBefore": method.accountNumber,
      },
    },
  };
  if (!isRenumbered) return [update];
  return [update, numberMarkWrite(next), { label: "number", remove: { Key: numberMark(method) } }];
}

/** Removes a payment method; refused (label `method`) if it was removed or its number has changed. */
export function removeMethodWrites(method: StoredMethod): Write[] {
  return [
    {
      label: "method",
      remove: {
        Key: methodKey(method),
        ConditionExpression: HAS_NUMBER,
        ExpressionAttributeValues: { ":numberBefore": method.accountNumber },
      },
    },
    { label: "number", remove: { Key: numberMark(method) } },
  ];
}

/** Payment methods of all accounts with the same number, at most `limit`. */
export async function methodsOfNumber(
  table: Table,
  method: Pick<StoredMethod, "provider" | "accountNumber">,
  limit: number,
): Promise<StoredMethod[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      ExpressionAttributeValues: { ":pk": numberKey(method) },
      Limit: limit,
    }),
  );
  return Items.map(methodFrom);
}

function methodKey(method: Pick<StoredMethod, "accountId" | "appId" | "id">) {
  return { pk: `APP#${method.accountId}`, sk: `${appKey(method.appId)}PM#${method.id}` };
}

/** Ignores the spelling of the number. */
function numberKey(method: { provider: ProviderId; accountNumber: string }): string {
  return `PMN#${method.provider}#${canonicalAccount(method.provider, method.accountNumber)}`;
}

/** Where an app marks that it has the number of a payment method. */
export function numberMark(
  method: Pick<StoredMethod, "accountId" | "appId" | "provider" | "accountNumber">,
) {
  return { pk: `APP#${method.accountId}`, sk: `${appKey(method.appId)}${numberKey(method)}` };
}

export const methodFrom = shapeOf<StoredMethod>("payment method", {
  id: "text",
  provider: "text",
  accountName: "text",
  accountNumber: "text",
  label: "text or null",
  instructions: "text or null",
  appId: "number",
  accountId: "text",
  enabled: "flag",
  position: "number",
  createdAt: "number",
});

/** Payment methods of all apps of an account, disabled ones too. */
export async function methodsOfAccount(table: Table, accountId: string): Promise<StoredMethod[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      FilterExpression: "entity = :method",
      ExpressionAttributeValues: { ":pk": `APP#${accountId}`, ":method": "method" },
      ConsistentRead: true,
    },
  );
  const methods: StoredMethod[] = [];
  for await (const { Items = [] } of pages) methods.push(...Items.map(methodFrom));
  return methods;
}
