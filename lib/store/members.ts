import { GetCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { Invitation, Member, Team } from "../domain/membership.ts";
import { shapeOf } from "./shape.ts";
import type { Item, Table, Write } from "./transact.ts";
import { getAccount } from "./users.ts";

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
