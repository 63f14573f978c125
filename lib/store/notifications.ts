import { GetCommand, PutCommand, paginateQuery } from "../cloud/dynamodb.ts";
import {
  type BotBreaker,
  CLOSED,
  defaultSettings,
  type NotificationSettings,
} from "../domain/notification.ts";
import { type OnUnreadable, readAll } from "./due.ts";
import { shapeOf } from "./shape.ts";
import { commitOne, type Item, type Table, unlessRefused, type Write } from "./transact.ts";

/** What a member of an account chose; null if nothing yet. Strongly consistent. */
export async function getSettings(
  table: Table,
  accountId: string,
  userId: string,
): Promise<NotificationSettings | null> {
  const Key = settingsKey(accountId, userId);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item ? settingsFrom(Item) : null;
}

/** What the members of an account chose, also those who left; nothing for those who chose nothing. */
export function listSettings(table: Table, accountId: string) {
  return settingsOf(table, {
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :settings)",
    ExpressionAttributeValues: { ":pk": `MEM#${accountId}`, ":settings": "NOT#" },
  });
}

/** Whether no member wants a message for each payment. Eventually consistent; half a read unit for most accounts. */
export async function hearsOfNoPayment(table: Table, accountId: string): Promise<boolean> {
  return (await listSettings(table, accountId)).every(({ paid }) => paid !== "each");
}

/** Members of all accounts who get a daily summary of payments. */
export function listDaily(table: Table, onUnreadable?: OnUnreadable) {
  const query = {
    IndexName: "gsi1",
    KeyConditionExpression: "gsi1pk = :pk",
    ExpressionAttributeValues: { ":pk": DAILY },
  };
  return settingsOf(table, query, onUnreadable);
}

async function settingsOf(
  table: Table,
  query: Omit<Parameters<typeof paginateQuery>[1], "TableName">,
  onUnreadable?: OnUnreadable,
): Promise<readonly NotificationSettings[]> {
  const found: NotificationSettings[] = [];
  const pages = paginateQuery({ client: table.client }, { TableName: table.name, ...query });
  for await (const { Items = [] } of pages)
    found.push(...readAll(Items, settingsFrom, onUnreadable));
  return found;
}

/** The changed settings of a member. */
type SettingsChange = Partial<Omit<NotificationSettings, "accountId" | "userId">>;
type SettingsPlace = Pick<NotificationSettings, "accountId" | "userId">;

/** Stores changed settings. The others keep what they are, also if another request changes them at the same time. */
export function settingsWrite({ accountId, userId }: SettingsPlace, change: SettingsChange): Write {
  const set = {
    entity: "notification_settings",
    ...change,
    ...(change.paid === "daily" && { gsi1pk: DAILY, gsi1sk: `${accountId}#${userId}` }),
  };
  const all = { ...defaultSettings(accountId, userId), ...set };
  const sets = Object.keys(all).map((name) =>
    Object.hasOwn(set, name)
      ? `#${name} = :${name}`
      : `#${name} = if_not_exists(#${name}, :${name})`,
  );
  const isUnlisted = change.paid !== undefined && change.paid !== "daily";
  return {
    label: "notification settings",
    update: {
      Key: settingsKey(accountId, userId),
      UpdateExpression: `SET ${sets.join(", ")}${isUnlisted ? " REMOVE gsi1pk, gsi1sk" : ""}`,
      ExpressionAttributeNames: Object.fromEntries(
        Object.keys(all).map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(all).map(([name, value]) => [`:${name}`, value]),
      ),
    },
  };
}

/** Stores settings that changed by themselves. */
export async function saveSettings(
  table: Table,
  place: SettingsPlace,
  change: SettingsChange,
): Promise<void> {
  await commitOne(table, settingsWrite(place, change));
}

const DAILY = "MED#daily";

function settingsKey(accountId: string, userId: string) {
  return { pk: `MEM#${accountId}`, sk: `NOT#${userId}` };
}

const settingsFrom = shapeOf<NotificationSettings>("notification settings", {
  accountId: "text",
  userId: "text",
  channel: "text or null",
  muted: "list",
  paid: "text",
  language: "text or null",
  quiet: "map or null",
  stopped: "map or null",
});

/** Names a message to a member. */
export interface NotificationPlace {
  readonly accountId: string;
  readonly userId: string;
  readonly id: string;
}

/** Longer than a message waits: quiet hours, then eight retries. */
const KEPT_SECONDS = 7 * 86_400;

/**
 * Lets one process send a message until `until` (ms). `done`: it was sent or given up. `busy`: another process sends it.
 */
export async function claimNotification(
  table: Table,
  place: NotificationPlace,
  until: number,
  now: number,
): Promise<"claimed" | "done" | "busy"> {
  const claimed = await put(table, place, { state: "sending", until }, now, {
    ConditionExpression: "attribute_not_exists(pk) OR (#state = :sending AND #until <= :now)",
    ExpressionAttributeNames: { "#state": "state", "#until": "until" },
    ExpressionAttributeValues: { ":sending": "sending", ":now": now },
  });
  if (claimed) return "claimed";
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: notificationKey(place),
      ConsistentRead: true,
    }),
  );
  return Item?.state === "sending" ? "busy" : "done";
}

/** Lets another process send it. */
export async function releaseNotification(
  table: Table,
  place: NotificationPlace,
  now: number,
): Promise<void> {
  await put(table, place, { state: "sending", until: 0 }, now);
}

/** It is not sent any more. `outcome` says why, for people who inspect the table. */
export async function finishNotification(
  table: Table,
  place: NotificationPlace,
  outcome: string,
  now: number,
): Promise<void> {
  await put(table, place, { state: outcome, until: 0 }, now);
}

async function put(
  table: Table,
  place: NotificationPlace,
  fields: { readonly state: string; readonly until: number },
  now: number,
  condition: Partial<ConstructorParameters<typeof PutCommand>[0]> = {},
): Promise<boolean> {
  const Item: Item = {
    ...notificationKey(place),
    entity: "notification",
    ...fields,
    ttl: Math.ceil(now / 1000) + KEPT_SECONDS,
  };
  const command = new PutCommand({ TableName: table.name, Item, ...condition });
  return (await unlessRefused(table.client.send(command))) !== null;
}

function notificationKey({ accountId, userId, id }: NotificationPlace) {
  return { pk: `NTF#${accountId}`, sk: `${id}#${userId}` };
}

/** The breaker of the Bot API, with the version that a change must name: 0 before the first write. */
export interface StoredBotBreaker {
  readonly breaker: BotBreaker;
  readonly version: number;
}

/** Strongly consistent. */
export async function getBotBreaker(table: Table): Promise<StoredBotBreaker> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: BREAKER_KEY, ConsistentRead: true }),
  );
  if (!Item) return { breaker: CLOSED, version: 0 };
  const { version, ...breaker } = breakerFrom(Item);
  return { breaker, version };
}

/** False if it has changed since it was read. */
export function saveBotBreaker(
  table: Table,
  breaker: BotBreaker,
  version: number,
): Promise<boolean> {
  const isNew = version === 0;
  return commitOne(table, {
    label: "breaker",
    put: {
      Item: { ...BREAKER_KEY, entity: "bot_breaker", ...breaker, version: version + 1 },
      ConditionExpression: isNew ? "attribute_not_exists(pk)" : "version = :version",
      ...(isNew ? {} : { ExpressionAttributeValues: { ":version": version } }),
    },
  });
}

const BREAKER_KEY = { pk: "BRK#telegram", sk: "BRK" };

const breakerFrom = shapeOf<BotBreaker & { readonly version: number }>("bot breaker", {
  failures: "number",
  openUntil: "number",
  version: "number",
});
