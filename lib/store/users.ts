import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Account, User } from "../domain/user.ts";
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
  const isNew = { ConditionExpression: "attribute_not_exists(pk)" };
  return [
    { label: "user", put: { Item: { ...userKey(user.id), entity: "user", ...user }, ...isNew } },
    {
      label: "account",
      put: {
        Item: {
          ...accountKey(account.id),
          entity: "account",
          ...account,
          gsi1pk: "ACC#ALL",
          gsi1sk: account.id,
        },
        ...isNew,
      },
    },
  ];
}

/**
 * Changes a user; refused (label `user`) if the account is closed or a login has changed since it was read. Otherwise two
 * concurrent changes could remove both logins or link two of a kind.
 */
export function changeUserWrite(
  user: User,
  change: Partial<Pick<User, "name" | "notifyBy" | "language" | "phone" | "telegram" | "closedAt">>,
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
  return {
    label: "account",
    update: {
      Key: accountKey(accountId),
      UpdateExpression: "SET paired = :paired",
      ConditionExpression: IS_OPEN,
      ExpressionAttributeValues: { ":paired": paired, ":open": null },
    },
  };
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
});
