import { GetCommand, paginateQuery } from "../cloud/dynamodb.ts";
import type { Account, Invitation, Member, Team, User } from "../domain/user.ts";
import { getItems } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import type { Item, Table, Write } from "./transact.ts";

/** Reads a user, strongly consistent, even if their account is closed. */
export async function getUser(table: Table, id: string): Promise<User | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: userKey(id), ConsistentRead: true }),
  );
  return Item ? userFrom(Item) : null;
}

/** Stores a new user and their account; refused (labels `user`, `account`) if an id is taken. */
export function newUserWrites(user: User, account: Account): Write[] {
  return [
    { label: "user", put: { Item: { ...userKey(user.id), entity: "user", ...user }, ...IS_NEW } },
    newAccountWrite(account),
  ];
}

/** Stores a new account; refused (label `account`) if its id is taken. */
export function newAccountWrite(account: Account): Write {
  const index = { gsi1pk: "ACC#ALL", gsi1sk: account.id };
  return {
    label: "account",
    put: {
      Item: { ...accountKey(account.id), entity: "account", ...account, ...index },
      ...IS_NEW,
    },
  };
}

const IS_NEW = { ConditionExpression: "attribute_not_exists(pk)" };

/**
 * Changes a user; refused (label `user`) if the account is closed or a login has changed since it was read. Otherwise two
 * concurrent changes could remove both logins or link two of a kind.
 */
export function changeUserWrite(
  user: User,
  change: Partial<
    Pick<
      User,
      "accountId" | "lastAccountId" | "name" | "language" | "phone" | "telegram" | "closedAt"
    >
  >,
): Write {
  const fields = Object.entries(change);
  return {
    label: "user",
    update: {
      Key: userKey(user.id),
      UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(", ")}`,
      ConditionExpression: `${IS_OPEN} AND ${LOGINS_AS_READ}`,
      ExpressionAttributeNames: Object.fromEntries([
        ...fields.map(([name]) => [`#${name}`, name]),
        ["#wasPhone", "phone"],
        ["#wasTelegram", "telegram"],
      ]),
      ExpressionAttributeValues: {
        ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        ":open": null,
        ":wasPhone": user.phone,
        ":wasTelegram": user.telegram,
      },
    },
  };
}

const IS_OPEN = "attribute_exists(pk) AND closedAt = :open";
const LOGINS_AS_READ = "#wasPhone = :wasPhone AND #wasTelegram = :wasTelegram";

/** Closes an account; refused (label `account`) if it is closed. */
export function closeAccountWrite(accountId: string, at: number): Write {
  return {
    label: "account",
    update: {
      Key: accountKey(accountId),
      UpdateExpression: "SET closedAt = :at",
      ConditionExpression: IS_OPEN,
      ExpressionAttributeValues: { ":at": at, ":open": null },
    },
  };
}

/** Notes whether a phone is paired; refused (label `account`) if the account is closed. */
export function pairedWrite(accountId: string, paired: boolean): Write {
  return accountWrite(accountId, "paired", paired);
}

/** Sets an account's approval limit (minor units; null: none); refused (label `account`) if it is closed. */
export function approvalLimitWrite(accountId: string, limit: number | null): Write {
  return accountWrite(accountId, "approvalLimit", limit);
}

/**
 * Counts a new endpoint or API key of an account, in its transaction. Refused (label `account`) if the account is closed, or if
 * `room` others were made since it was read: requests at the same moment stay within the limit, see `oneMoreWrite`.
 *
 * @param room how many more there may be, by a list that was read after the account
 */
export function oneMoreOfAccountWrite({ id, made = 0 }: Account, room: number): Write {
  return {
    label: "account",
    update: {
      Key: accountKey(id),
      UpdateExpression: "ADD made :one",
      ConditionExpression: `${IS_OPEN} AND (attribute_not_exists(made) OR made < :most)`,
      ExpressionAttributeValues: { ":one": 1, ":most": made + room, ":open": null },
    },
  };
}

function accountWrite(accountId: string, name: keyof Account, value: unknown): Write {
  return {
    label: "account",
    update: {
      Key: accountKey(accountId),
      UpdateExpression: "SET #name = :value",
      ConditionExpression: IS_OPEN,
      ExpressionAttributeNames: { "#name": name },
      ExpressionAttributeValues: { ":value": value, ":open": null },
    },
  };
}

/** Reads users by id, strongly consistent, in any order. */
export async function getUsers(table: Table, ids: readonly string[]): Promise<readonly User[]> {
  const items = await getItems(table, ids.map(userKey));
  return items.map(userFrom);
}

/** Reads an account, strongly consistent. */
export async function getAccount(table: Table, id: string): Promise<Account | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: accountKey(id), ConsistentRead: true }),
  );
  return Item ? accountFrom(Item) : null;
}

/** Refuses the transaction (label `open account`) if the account is closed. */
export function accountIsOpenCheck(accountId: string): Write {
  return {
    label: "open account",
    check: {
      Key: accountKey(accountId),
      ConditionExpression: IS_OPEN,
      ExpressionAttributeValues: { ":open": null },
    },
  };
}

/** Longer than a closing or a submission takes, than lists lag behind a checkout, and than clocks differ. */
export const HELD_MS = 120_000;
const HOLD_KEPT_MS = 86_400_000;

/**
 * Keeps an account from closing for two minutes: what comes in this transaction is not in the lists that a closing reads. `at`
 * in ms. The account itself stays as it is: whoever submits a reference may not write to it.
 */
export function holdWrite(accountId: string, at: number): Write {
  const ttl = Math.ceil((at + HOLD_KEPT_MS) / 1000);
  return { label: "hold", put: { Item: { ...holdKey(accountId), entity: "hold", at, ttl } } };
}

/** Whether an account may not be closed at `now`, see `holdWrite`. */
export async function isHeld(table: Table, accountId: string, now: number): Promise<boolean> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: holdKey(accountId), ConsistentRead: true }),
  );
  return Item !== undefined && holdFrom(Item).at >= now - HELD_MS;
}

const holdFrom = shapeOf<{ readonly at: number }>("hold", { at: "number" });

/** Refuses a closing (label `hold`) while `isHeld`. */
export function notHeldCheck(accountId: string, now: number): Write {
  return {
    label: "hold",
    check: {
      Key: holdKey(accountId),
      ConditionExpression: "attribute_not_exists(pk) OR #at < :before",
      ExpressionAttributeNames: { "#at": "at" },
      ExpressionAttributeValues: { ":before": now - HELD_MS },
    },
  };
}

function holdKey(accountId: string) {
  return { pk: `HLD#${accountId}`, sk: "HLD" };
}

function userKey(id: string) {
  return { pk: `USR#${id}`, sk: "USR" };
}

export function accountKey(id: string) {
  return { pk: `ACC#${id}`, sk: "ACC" };
}

const userFrom = shapeOf<User>("user", {
  id: "text",
  accountId: "text",
  lastAccountId: "text, if any",
  name: "text or null",
  phone: "text or null",
  telegram: "map or null",
  language: "text, if any",
  createdAt: "number",
  closedAt: "number or null",
});

const accountFrom = shapeOf<Account>("account", {
  id: "text",
  ownerId: "text",
  paired: "flag, if any",
  createdAt: "number",
  closedAt: "number or null",
  approvalLimit: "number or null, if any",
  suspended: "map, if any",
  resumedAt: "number, if any",
  pagesBehindSince: "number, if any",
  made: "number, if any",
});

/** The row of a user in an account, also an ended one, strongly consistent; null without one. See `membershipOf`. */
export async function getMember(
  table: Table,
  accountId: string,
  userId: string,
): Promise<Member | null> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: teamKey(accountId, userId),
      ConsistentRead: true,
    }),
  );
  return Item ? memberFrom(Item) : null;
}

/** An account's members, ended ones too, and invitations, strongly consistent; null for no account, or a closed one. */
export async function getTeam(table: Table, accountId: string): Promise<Team | null> {
  const [account, items] = await Promise.all([
    getAccount(table, accountId),
    itemsOf(table, {
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": partition(accountId) },
      ConsistentRead: true,
    }),
  ]);
  if (account?.closedAt !== null) return null;
  return {
    accountId,
    ownUserId: account.ownerId,
    ...(account.suspended && { suspended: account.suspended }),
    version: Number(items.find(({ entity }) => entity === "team")?.version ?? 0),
    rows: items.filter(({ entity }) => entity === "member").map(memberFrom),
    invitations: items.filter(({ entity }) => entity === "invitation").map(invitationFrom),
  };
}

/** Rows of a user in all accounts, ended ones too. An index: a change may show a moment later. */
export async function memberRowsOf(table: Table, userId: string): Promise<readonly Member[]> {
  const items = await itemsOf(table, {
    IndexName: "gsi1",
    KeyConditionExpression: "gsi1pk = :pk",
    ExpressionAttributeValues: { ":pk": `MEU#${userId}` },
  });
  return items.map(memberFrom);
}

/**
 * The writes of one change of a team; refused (label `team`) if it has changed since it was read, so that every rule that
 * counts or compares its members holds.
 */
export function teamWrites(
  { accountId, version }: Team,
  changed: {
    readonly members?: readonly Member[];
    readonly invited?: Invitation;
    /** Accepted, withdrawn or expired. */
    readonly invitationsGone?: readonly Invitation[];
  },
): Write[] {
  const { members = [], invited, invitationsGone = [] } = changed;
  return [
    {
      label: "team",
      put: {
        Item: { ...teamKey(accountId, "TEAM"), entity: "team", version: version + 1 },
        ConditionExpression: version === 0 ? "attribute_not_exists(pk)" : "version = :read",
        ...(version > 0 && { ExpressionAttributeValues: { ":read": version } }),
      },
    },
    ...members.map(memberWrite),
    ...(invited === undefined ? [] : [invitationWrite(invited)]),
    ...invitationsGone.map(
      ({ id }): Write => ({ label: "invitation", remove: { Key: teamKey(accountId, id) } }),
    ),
  ];
}

/** Refuses a transaction (label `member`) of a member who has been removed or has left since they were read. */
export function isStillMemberCheck(accountId: string, userId: string): Write {
  return {
    label: "member",
    check: {
      Key: teamKey(accountId, userId),
      // An account's own user may have no row.
      ConditionExpression: "attribute_not_exists(pk) OR endedAt = :none",
      ExpressionAttributeValues: { ":none": null },
    },
  };
}

function memberWrite(member: Member): Write {
  return {
    label: "member",
    put: {
      Item: {
        ...teamKey(member.accountId, member.userId),
        entity: "member",
        ...member,
        gsi1pk: `MEU#${member.userId}`,
        gsi1sk: member.accountId,
      },
    },
  };
}

function invitationWrite(invitation: Invitation): Write {
  return {
    label: "invitation",
    put: {
      Item: {
        ...teamKey(invitation.accountId, invitation.id),
        entity: "invitation",
        ...invitation,
        ttl: Math.ceil(invitation.expiresAt / 1000),
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

type Query = Omit<Parameters<typeof paginateQuery>[1], "TableName">;

async function itemsOf(table: Table, query: Query): Promise<readonly Item[]> {
  const items: Item[] = [];
  const pages = paginateQuery({ client: table.client }, { TableName: table.name, ...query });
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}

function partition(accountId: string): string {
  return `MEM#${accountId}`;
}

function teamKey(accountId: string, sk: string) {
  return { pk: partition(accountId), sk };
}

const memberFrom = shapeOf<Member>("member", {
  accountId: "text",
  userId: "text",
  role: "text",
  apps: "list or null",
  joinedAt: "number",
  endedAt: "number or null",
  offer: "map or null",
});

const invitationFrom = shapeOf<Invitation>("invitation", {
  id: "text",
  accountId: "text",
  secretHash: "text",
  role: "text",
  apps: "list or null",
  phone: "text or null",
  telegramUsername: "text or null",
  createdBy: "text",
  createdAt: "number",
  expiresAt: "number",
});
