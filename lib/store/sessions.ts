import { GetCommand, PutCommand, paginateScan, UpdateCommand } from "../cloud/dynamodb.ts";
import type { TokenFamily } from "../domain/user.ts";
import { type Page, type PageRequest, queryPage } from "./cursor.ts";
import { shapeOf } from "./shape.ts";
import { type Table, unlessRefused, type Write } from "./transact.ts";

/** A signed-in device and its family of refresh tokens. Times in ms. */
export interface Session extends TokenFamily {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly login: "phone" | "telegram";
  readonly userAgent: string | null;
  readonly createdAt: number;
  /** When the user last gave a second factor in it; absent for never. */
  readonly provenAt?: number;
}

/** Reads a session, strongly consistent, even if it has expired or was revoked. */
export async function getSession(table: Table, id: string): Promise<Session | null> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: sessionKey(id), ConsistentRead: true }),
  );
  return Item ? sessionFrom(Item) : null;
}

/** Active sessions of a user, newest first. */
export function listSessions(
  table: Table,
  userId: string,
  page: PageRequest,
  now: number,
): Promise<Page<Session>> {
  return queryPage(
    table,
    {
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      FilterExpression: "revokedAt = :none AND expiresAt > :now",
      ExpressionAttributeValues: { ":pk": `SEU#${userId}`, ":none": null, ":now": now },
      ScanIndexForward: false,
    },
    page,
    ["sessions", userId],
    sessionFrom,
  );
}

/** Stores a new session; refused (label `session`) if the id is taken. */
export function newSessionWrite(session: Session): Write {
  return {
    label: "session",
    put: {
      Item: {
        ...sessionKey(session.id),
        entity: "session",
        ...session,
        gsi1pk: `SEU#${session.userId}`,
        gsi1sk: session.id,
        ttl: ttl(session.expiresAt),
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** Counts a session as one of another login; refused (label `session`) once it has ended. */
export function sessionLoginWrite(id: string, login: Session["login"]): Write {
  return {
    label: "session",
    update: {
      Key: sessionKey(id),
      UpdateExpression: "SET #login = :login",
      ConditionExpression: "revokedAt = :none",
      ExpressionAttributeNames: { "#login": "login" },
      ExpressionAttributeValues: { ":login": login, ":none": null },
    },
  };
}

/** Notes a second factor; refused (label `session`) once the session has ended. */
export function sessionProofWrite(id: string, at: number): Write {
  return {
    label: "session",
    update: {
      Key: sessionKey(id),
      UpdateExpression: "SET provenAt = :at",
      ConditionExpression: "revokedAt = :none",
      ExpressionAttributeValues: { ":at": at, ":none": null },
    },
  };
}

/** Makes another account the one that a session works in; refused (label `session`) once it has ended. */
export function sessionAccountWrite(id: string, accountId: string): Write {
  return {
    label: "session",
    update: {
      Key: sessionKey(id),
      UpdateExpression: "SET accountId = :account",
      ConditionExpression: "revokedAt = :none",
      ExpressionAttributeValues: { ":account": accountId, ":none": null },
    },
  };
}

/** Refuses a transaction (label `session`) of a session that has ended since it was read. */
export function isStillActiveCheck(id: string): Write {
  return {
    label: "session",
    check: {
      Key: sessionKey(id),
      ConditionExpression: "revokedAt = :none",
      ExpressionAttributeValues: { ":none": null },
    },
  };
}

/** Replaces the newest token; false if a concurrent request has replaced it. */
export async function rotateToken(
  table: Table,
  session: Session,
  next: Pick<Session, "tokenHash" | "parentHash" | "rotatedAt" | "expiresAt"> &
    Required<Pick<Session, "replaced">>,
): Promise<boolean> {
  const rotated = await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sessionKey(session.id),
        UpdateExpression:
          "SET tokenHash = :next, parentHash = :parent, replaced = :replaced, rotatedAt = :at, expiresAt = :expires, #ttl = :ttl",
        ConditionExpression: "tokenHash = :newest AND revokedAt = :none",
        ExpressionAttributeNames: { "#ttl": "ttl" },
        ExpressionAttributeValues: {
          ":next": next.tokenHash,
          ":newest": session.tokenHash,
          ":parent": next.parentHash,
          ":replaced": next.replaced,
          ":at": next.rotatedAt,
          ":expires": next.expiresAt,
          ":ttl": ttl(next.expiresAt),
          ":none": null,
        },
      }),
    ),
  );
  return rotated !== null;
}

/** Revokes a session; false if it was revoked. */
export async function revokeSession(table: Table, id: string, at: number): Promise<boolean> {
  const revoked = await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sessionKey(id),
        UpdateExpression: "SET revokedAt = :at",
        ConditionExpression: "attribute_exists(pk) AND revokedAt = :none",
        ExpressionAttributeValues: { ":at": at, ":none": null },
      }),
    ),
  );
  return revoked !== null;
}

/** Revokes the active sessions of a user, or only those of one login but one; returns their number. */
export async function revokeSessionsOf(
  table: Table,
  userId: string,
  at: number,
  only?: { readonly login: Session["login"]; readonly except: string },
): Promise<number> {
  let ended = 0;
  let cursor: string | undefined;
  do {
    const page = await listSessions(table, userId, { limit: 100, cursor, internal: true }, at);
    const chosen = page.data.filter(
      ({ id, login }) => only === undefined || (login === only.login && id !== only.except),
    );
    const results = await Promise.all(chosen.map(({ id }) => revokeSession(table, id, at)));
    ended += results.filter(Boolean).length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ended;
}

/** Revokes the active sessions of all users, also unreadable ones, by reading the whole table; returns their number. */
export async function revokeAllSessions(table: Table, at: number): Promise<number> {
  const pages = paginateScan(
    { client: table.client },
    {
      TableName: table.name,
      FilterExpression: "entity = :session AND revokedAt = :none AND expiresAt > :at",
      ExpressionAttributeValues: { ":session": "session", ":none": null, ":at": at },
    },
  );
  let ended = 0;
  for await (const { Items = [] } of pages) {
    const results = await Promise.all(
      Items.map(({ pk }) => revokeSession(table, String(pk).slice("SES#".length), at)),
    );
    ended += results.filter(Boolean).length;
  }
  return ended;
}

function sessionKey(id: string) {
  return { pk: `SES#${id}`, sk: "SES" };
}

function ttl(expiresAt: number): number {
  return Math.ceil(expiresAt / 1000);
}

const sessionFrom = shapeOf<Session>("session", {
  id: "text",
  userId: "text",
  accountId: "text",
  login: "text",
  userAgent: "text or null",
  createdAt: "number",
  provenAt: "number, if any",
  familyHash: "text",
  tokenHash: "text",
  parentHash: "text or null",
  replaced: "list, if any",
  rotatedAt: "number",
  expiresAt: "number",
  revokedAt: "number or null",
});

/** Public half of a signing key (RFC 7517). */
export interface PublishedKey {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>>;
  /** End of its tokens' acceptance, ms; null for the key in use. */
  readonly acceptedUntil: number | null;
}

/**
 * The published keys, strongly consistent: a dropped key must not come back with an older copy. The private halves are
 * in a secret that only the login functions can read.
 */
export async function getPublishedKeys(table: Table): Promise<readonly PublishedKey[]> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: KEY, ConsistentRead: true }),
  );
  return Item ? publishedFrom(Item).keys : [];
}

/** Replaces all published keys; false if they are no longer those that were `read`. */
export async function putPublishedKeys(
  table: Table,
  keys: readonly PublishedKey[],
  read: readonly PublishedKey[],
): Promise<boolean> {
  const put = new PutCommand({
    TableName: table.name,
    Item: { ...KEY, entity: "jwks", keys },
    ConditionExpression: "attribute_not_exists(pk) OR #keys = :read",
    ExpressionAttributeNames: { "#keys": "keys" },
    ExpressionAttributeValues: { ":read": read },
  });
  return (await unlessRefused(table.client.send(put))) !== null;
}

const KEY = { pk: "JWK#public", sk: "JWK" };

const publishedFrom = shapeOf<{ readonly keys: readonly PublishedKey[] }>("signing keys", {
  keys: "list",
});
