import { GetCommand, QueryCommand } from "../cloud/dynamodb.ts";
import type { ProvenLogin } from "../domain/user.ts";
import { shapeOf } from "./shape.ts";
import type { Table, Write } from "./transact.ts";

/** Id of the user with this login, strongly consistent; null if there is none. */
export async function getIdentityOwner(table: Table, login: ProvenLogin): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: identityKey(login), ConsistentRead: true }),
  );
  return Item ? identityFrom(Item).userId : null;
}

/** Gives a login to a user; refused (label `identity`) if a user has it. */
export function newIdentityWrite(login: ProvenLogin, userId: string, at: number): Write {
  return {
    label: "identity",
    put: {
      Item: {
        ...identityKey(login),
        entity: "identity",
        userId,
        kind: login.kind,
        createdAt: at,
        gsi1pk: `IDU#${userId}`,
        gsi1sk: login.kind,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Removes a login from a user; refused (label `identity`) if it is not theirs. */
export function dropIdentityWrite(login: ProvenLogin, userId: string): Write {
  return dropWrite(identityKey(login), userId);
}

/** As `dropIdentityWrite`, by the login's kind; null if there is none. An index is read, so a new login may be missed. */
export async function dropIdentityOfKind(
  table: Table,
  userId: string,
  kind: ProvenLogin["kind"],
): Promise<Write | null> {
  const { Items: [item] = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk AND gsi1sk = :kind",
      ExpressionAttributeValues: { ":pk": `IDU#${userId}`, ":kind": kind },
    }),
  );
  return item ? dropWrite({ pk: item.pk, sk: item.sk }, userId) : null;
}

function dropWrite(key: Readonly<Record<string, unknown>>, userId: string): Write {
  return {
    label: "identity",
    remove: {
      Key: key,
      ConditionExpression: "userId = :user",
      ExpressionAttributeValues: { ":user": userId },
    },
  };
}

/**
 * Records permanently that a login has received its sign-up credits. `digest` does not reveal the login. With `once`
 * the second write is refused (label `sign-up credits`).
 */
export function signUpMarkWrite(digest: string, at: number, once: boolean): Write {
  return {
    label: "sign-up credits",
    put: {
      Item: { ...signUpKey(digest), entity: "identity", createdAt: at },
      ...(once ? { ConditionExpression: "attribute_not_exists(pk)" } : {}),
    },
  };
}

/** Whether a login has had its sign-up credits. */
export async function hadSignUpCredits(table: Table, digest: string): Promise<boolean> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: signUpKey(digest), ConsistentRead: true }),
  );
  return Item !== undefined;
}

function identityKey(login: ProvenLogin) {
  const who =
    login.kind === "phone" ? `phone#${login.phone}` : `${login.issuer}#${login.profile.subject}`;
  return { pk: `IDN#${who}`, sk: "IDN" };
}

function signUpKey(digest: string) {
  return { pk: `IDN#signed-up#${digest}`, sk: "IDN" };
}

const identityFrom = shapeOf<{ readonly userId: string }>("login", { userId: "text" });
