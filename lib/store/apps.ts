import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { canonicalAccount } from "../domain/account-number.ts";
import type { PaymentMethod } from "../domain/checkout-terms.ts";
import type { ProviderId } from "../domain/provider.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { withoutKeys } from "./item.ts";
import type { Item, Table, Write } from "./transact.ts";

/** One shop or product of an account. */
export interface App {
  readonly appId: number;
  readonly accountId: string;
  readonly name: string;
  readonly createdAt: number;
  readonly deletedAt: number | null;
}

/** A receiving account of an app, in the order in which the pay page shows them. */
export interface StoredMethod extends PaymentMethod {
  readonly appId: number;
  readonly accountId: string;
  readonly enabled: boolean;
  readonly position: number;
  readonly createdAt: number;
}

/** An app with its payment methods, in one query; null when there is none or it was deleted. */
export async function getAppWithMethods(
  table: Table,
  accountId: string,
  appId: number,
): Promise<{ readonly app: App; readonly methods: readonly StoredMethod[] } | null> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :app)",
      ExpressionAttributeValues: { ":pk": `APP#${accountId}`, ":app": appKey(appId) },
      ConsistentRead: true,
    }),
  );
  const found = Items.find((item) => item.entity === "app");
  if (!found) return null;
  const app = withoutKeys<App>(found);
  if (app.deletedAt !== null) return null;
  const methods = Items.filter((item) => item.entity === "method")
    .map((item) => withoutKeys<StoredMethod>(item))
    .sort((a, b) => a.position - b.position || a.createdAt - b.createdAt);
  return { app, methods };
}

/** Apps of an account that were not deleted, newest first. */
export function listApps(table: Table, accountId: string, page: PageRequest): Promise<Page<App>> {
  return queryPage(
    table,
    {
      KeyConditionExpression: "pk = :pk",
      FilterExpression: "entity = :app AND deletedAt = :none",
      ExpressionAttributeValues: { ":pk": `APP#${accountId}`, ":app": "app", ":none": null },
      ScanIndexForward: false,
      ConsistentRead: true,
    },
    page,
    ["apps", accountId],
    (item) => withoutKeys<App>(item),
  );
}

/** The next integer `app_id`: never given twice, gaps are possible. */
export async function nextAppId(table: Table): Promise<number> {
  const { Attributes } = await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk: "CTR#app", sk: "CTR" },
      UpdateExpression: "SET #value = if_not_exists(#value, :start) + :one",
      ExpressionAttributeNames: { "#value": "value" },
      ExpressionAttributeValues: { ":start": FIRST_APP_ID - 1, ":one": 1 },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return Number(Attributes?.value);
}
const FIRST_APP_ID = 1001;

/** Stores a new app; refused (label `app`) if the id is taken. */
export function newAppWrite(app: App): Write {
  return {
    label: "app",
    put: {
      Item: { pk: `APP#${app.accountId}`, sk: appKey(app.appId), entity: "app", ...app },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

const IS_ALIVE = "attribute_exists(pk) AND deletedAt = :none";

/** Renames an app, or marks it as deleted; refused (label `app`) when it is. */
export function changeAppWrite(app: App, change: Partial<Pick<App, "name" | "deletedAt">>): Write {
  const names = Object.keys(change);
  return {
    label: "app",
    update: {
      Key: { pk: `APP#${app.accountId}`, sk: appKey(app.appId) },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
      ConditionExpression: IS_ALIVE,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(change).map(([name, value]) => [`:${name}`, value])),
        ":none": null,
      },
    },
  };
}

/** Holds a change back where the app was deleted meanwhile (label `living app`). */
export function appIsAliveCheck(accountId: string, appId: number): Write {
  return {
    label: "living app",
    check: {
      Key: { pk: `APP#${accountId}`, sk: appKey(appId) },
      ConditionExpression: IS_ALIVE,
      ExpressionAttributeValues: { ":none": null },
    },
  };
}

/** Stores a payment method. `gsi1` finds every registration of the same receiving account. */
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

/** A new payment method, refused (label `number`) where the same account stands in the app already. */
export function newMethodWrites(method: StoredMethod): Write[] {
  return [
    methodWrite(method),
    {
      label: "number",
      put: {
        Item: { ...numberMark(method), entity: "method_number", methodId: method.id },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
  ];
}

/** Changes a payment method that is there (label `method`). */
export function changeMethodWrite(
  method: StoredMethod,
  change: Partial<
    Pick<StoredMethod, "accountName" | "label" | "instructions" | "enabled" | "position">
  >,
): Write {
  const names = Object.keys(change);
  return {
    label: "method",
    update: {
      Key: methodKey(method),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(change).map(([name, value]) => [`:${name}`, value]),
      ),
    },
  };
}

/** Removes a payment method; refused (label `method`) when it is gone. */
export function removeMethodWrites(method: StoredMethod): Write[] {
  return [
    {
      label: "method",
      remove: { Key: methodKey(method), ConditionExpression: "attribute_exists(pk)" },
    },
    { label: "number", remove: { Key: numberMark(method) } },
  ];
}

/** Registrations of the same receiving account in the whole service, at most `limit`. */
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
  return Items.map((item) => withoutKeys<StoredMethod>(item));
}

function methodKey(method: Pick<StoredMethod, "accountId" | "appId" | "id">) {
  return { pk: `APP#${method.accountId}`, sk: `${appKey(method.appId)}PM#${method.id}` };
}

/** However it is spelled, a number is the same number. */
function numberKey(method: { provider: ProviderId; accountNumber: string }): string {
  return `PMN#${method.provider}#${canonicalAccount(method.provider, method.accountNumber)}`;
}

function numberMark(method: StoredMethod) {
  return { pk: `APP#${method.accountId}`, sk: `${appKey(method.appId)}${numberKey(method)}` };
}

/** Sort key of an app and prefix of its methods; padded so that apps list in the order of their ids. */
function appKey(appId: number): string {
  return `${String(appId).padStart(16, "0")}#`;
}
