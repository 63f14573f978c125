import { QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { PaymentMethod } from "../domain/checkout-terms.ts";
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

/** Stores a payment method. `gsi1` finds every registration of the same receiving account. */
export function methodWrite(method: StoredMethod): Write {
  const item: Item = {
    pk: `APP#${method.accountId}`,
    sk: `${appKey(method.appId)}PM#${method.id}`,
    entity: "method",
    ...method,
    gsi1pk: `PMN#${method.provider}#${method.accountNumber}`,
    gsi1sk: method.id,
  };
  return { label: "method", put: { Item: item } };
}

/** Sort key of an app and prefix of its methods; padded so that apps list in the order of their ids. */
function appKey(appId: number): string {
  return `${String(appId).padStart(16, "0")}#`;
}
