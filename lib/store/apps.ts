import { GetCommand, paginateQuery, QueryCommand, UpdateCommand } from "../cloud/dynamodb.ts";
import type { EventType } from "../contract/events.ts";
import type { Mode } from "../domain/checkout.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import type { OnUnreadable } from "./due.ts";
import { appKey } from "./key-sizes.ts";
import { methodFrom, type StoredMethod } from "./payment-methods.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** One shop or product of an account. */
export interface App {
  readonly appId: number;
  readonly accountId: string;
  readonly name: string;
  /** `#rrggbb`; absent or null for the service's color. */
  readonly color?: string | null;
  /** Digest of the logo, see `use-cases/apps/logo.ts`; absent or null without one. */
  readonly logo?: string | null;
  /** Amount up to which a paired phone's notice counts while the bank's page is down, minor units; absent for none. */
  readonly noticeLimit?: number;
  /** New live checkouts ask for distinct amounts; absent for no. */
  readonly distinctAmounts?: boolean;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  /**
   * Every type that an endpoint of the app has subscribed to since the app exists, as `live checkout.verified` or `test *`.
   * Absent in apps of releases that did not store it, for which nothing is known.
   */
  readonly subscribed?: ReadonlySet<string>;
  /** Endpoints, notice sources and payment methods made so far, removed ones too; absent for none since this is counted. */
  readonly made?: number;
  /** Events of live checkouts created from this time (ms) on are spread over parts of the app's list; absent for none. */
  readonly spreadFrom?: number;
}

/** An app with what its lists of events need to know. */
export interface ListedApp {
  readonly appId: number;
  /** Whether live events of it may be in several partitions. Once so, always so. */
  readonly isSpread: boolean;
}

export function listedApp({ appId, spreadFrom }: Pick<App, "appId" | "spreadFrom">): ListedApp {
  return { appId, isSpread: spreadFrom !== undefined };
}

/** DynamoDB stores no empty set. */
const NOTHING = "nothing";

/** Whether an endpoint of the app may want such an event. An endpoint's subscriptions count as soon as its request ends. */
export function mayBeWanted({ subscribed }: App, mode: Mode, type: EventType): boolean {
  if (subscribed === undefined) return true;
  return subscribed.has(`${mode} *`) || subscribed.has(`${mode} ${type}`);
}

/** Reads an app with its payment methods in one query; null if there is none or it was deleted. */
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
  const app = appFrom(found);
  if (app.deletedAt !== null) return null;
  const methods = Items.filter((item) => item.entity === "method")
    .map(methodFrom)
    .sort((a, b) => a.position - b.position || a.createdAt - b.createdAt);
  return { app, methods };
}

/** Apps of an account that were not deleted, newest first. */
export function listApps(
  table: Table,
  accountId: string,
  page: PageRequest,
  onUnreadable?: OnUnreadable,
): Promise<Page<App>> {
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
    appFrom,
    onUnreadable,
  );
}

/** Ids of all apps that an account has or had, deleted ones too. */
export async function appIdsOf(table: Table, accountId: string): Promise<number[]> {
  return (await appsOf(table, accountId)).map(({ appId }) => appId);
}

/** As `appIdsOf`, with what their lists of events need to know. */
export async function appsOf(table: Table, accountId: string): Promise<ListedApp[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `APP#${accountId}` },
      ConsistentRead: true,
    },
  );
  const apps: ListedApp[] = [];
  for await (const { Items = [] } of pages) {
    const found = Items.filter(({ entity }) => entity === "app");
    // Not checked otherwise: an unreadable app must not hide the others.
    apps.push(
      ...found.map(({ appId, spreadFrom }) => listedApp({ appId: Number(appId), spreadFrom })),
    );
  }
  return apps;
}

/** Takes the next `app_id`. Ids are unique and may have gaps. */
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
      Item: {
        pk: `APP#${app.accountId}`,
        sk: appKey(app.appId),
        entity: "app",
        subscribed: new Set([NOTHING]),
        ...app,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

const IS_ALIVE = "attribute_exists(pk) AND deletedAt = :none";

export type AppChange = Partial<
  Pick<App, "name" | "color" | "logo" | "noticeLimit" | "distinctAmounts" | "deletedAt">
>;

/** Changes an app or marks it as deleted; refused (label `app`) if it is deleted. */
export function changeAppWrite(app: App, change: AppChange): Write {
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

/**
 * Counts a new endpoint, notice source or payment method of an app, in its transaction. Refused (label `living app`) if the
 * app was deleted, or if `room` others were made since it was read: requests at the same moment stay within the limit.
 *
 * @param room how many more there may be, by a list that was read after the app
 * @param types the subscriptions of a new endpoint, see `subscribeWrite`
 */
export function oneMoreWrite(app: App, room: number, types: readonly string[] = []): Write {
  const subscribes = app.subscribed !== undefined && types.length > 0;
  return {
    label: "living app",
    update: {
      Key: { pk: `APP#${app.accountId}`, sk: appKey(app.appId) },
      UpdateExpression: `ADD made :one${subscribes ? ", subscribed :types" : ""}`,
      ConditionExpression: `${IS_ALIVE} AND (attribute_not_exists(made) OR made < :most)`,
      ExpressionAttributeValues: {
        ":one": 1,
        ":most": (app.made ?? 0) + room,
        ":none": null,
        ...(subscribes ? { ":types": new Set(types) } : {}),
      },
    },
  };
}

/** Subscriptions as an app stores them. */
export function subscriptions(mode: Mode, types: readonly string[]): readonly string[] {
  return types.map((type) => `${mode} ${type}`);
}

/**
 * Notes the subscriptions of a changed endpoint, in its transaction. Refused (label `living app`) if the app was
 * deleted. Only adds: an event that no endpoint still wants is published unnecessarily, which does no harm.
 */
export function subscribeWrite(app: App, mode: Mode, types: readonly string[]): Write {
  // A first entry would say of the endpoints before that they want nothing else.
  if (app.subscribed === undefined) return appIsAliveCheck(app.accountId, app.appId);
  return {
    label: "living app",
    update: {
      Key: { pk: `APP#${app.accountId}`, sk: appKey(app.appId) },
      UpdateExpression: "ADD subscribed :types",
      ConditionExpression: IS_ALIVE,
      ExpressionAttributeValues: {
        ":types": new Set(subscriptions(mode, types)),
        ":none": null,
      },
    },
  };
}

/** Spreads the events of an app's checkouts from a time (ms) on. Refused (label `app`) if it is set. */
export function spreadAppWrite(accountId: string, appId: number, from: number): Write {
  return {
    label: "app",
    update: {
      Key: { pk: `APP#${accountId}`, sk: appKey(appId) },
      UpdateExpression: "SET spreadFrom = :from",
      ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(spreadFrom)",
      ExpressionAttributeValues: { ":from": from },
    },
  };
}

/** Refuses the transaction (label `living app`) if the app was deleted. */
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

const appFrom = shapeOf<App>("app", {
  appId: "number",
  accountId: "text",
  name: "text",
  color: "text or null, if any",
  logo: "text or null, if any",
  noticeLimit: "number, if any",
  distinctAmounts: "flag, if any",
  createdAt: "number",
  deletedAt: "number or null",
  subscribed: "map, if any",
  made: "number, if any",
  spreadFrom: "number, if any",
});

/** Checkouts created with an old logo show it for this long. */
const KEPT_MS = 30 * 86_400_000;

/** The SVG text of an app's logo, by the digest of its content; null if there is none. */
export async function getLogo(table: Table, appId: number, digest: string): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: logoKey(appId, digest) }),
  );
  return Item ? logoFrom(Item).svg : null;
}

/** Stores a logo, in a partition of its own so that reading an app does not read its logo. Never refused. */
export function logoWrite(appId: number, digest: string, svg: string): Write {
  return { label: "logo", put: { Item: { ...logoKey(appId, digest), entity: "logo", svg } } };
}

/** Makes a logo that was replaced or removed at `now` (ms) expire. Never refused. */
export function retireLogoWrite(appId: number, digest: string, now: number): Write {
  return {
    label: "old logo",
    update: {
      Key: logoKey(appId, digest),
      UpdateExpression: "SET #ttl = :ttl",
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: { ":ttl": Math.ceil((now + KEPT_MS) / 1000) },
    },
  };
}

function logoKey(appId: number, digest: string) {
  return { pk: `LOGO#${appId}`, sk: digest };
}

const logoFrom = shapeOf<{ readonly svg: string }>("logo", { svg: "text" });
