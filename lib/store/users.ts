import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Account, User } from "../domain/user.ts";
import { getItems } from "./get-items.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

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
    Pick<User, "accountId" | "name" | "notifyBy" | "language" | "phone" | "telegram" | "closedAt">
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

function userKey(id: string) {
  return { pk: `USR#${id}`, sk: "USR" };
}

function accountKey(id: string) {
  return { pk: `ACC#${id}`, sk: "ACC" };
}

const userFrom = shapeOf<User>("user", {
  id: "text",
  accountId: "text",
  name: "text or null",
  phone: "text or null",
  telegram: "map or null",
  notifyBy: "text",
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
});
