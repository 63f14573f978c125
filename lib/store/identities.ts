import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { ProvenLogin } from "../domain/user.ts";
import type { Table, Write } from "./transact.ts";

/** Whose login this is, or null for nobody's yet. Strongly consistent. */
export async function getIdentityOwner(table: Table, login: ProvenLogin): Promise<string | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: identityKey(login), ConsistentRead: true }),
  );
  return Item ? String(Item.userId) : null;
}

/** Gives a login to a user; refused (label `identity`) when it is somebody's already. */
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

/** Takes a login away from the user who has it; refused (label `identity`) if it is not his. */
export function dropIdentityWrite(login: ProvenLogin, userId: string): Write {
  return {
    label: "identity",
    remove: {
      Key: identityKey(login),
      ConditionExpression: "userId = :user",
      ExpressionAttributeValues: { ":user": userId },
    },
  };
}

/**
 * Remembers for ever that a login has had its sign-up credits; `digest` tells nobody whose it is.
 * `once` is refused (label `sign-up credits`) the second time; otherwise it only makes sure.
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

/** Whether a login had its sign-up credits. */
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
