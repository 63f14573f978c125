import {
  ACCESS_TOKEN_SECONDS,
  type SigningKey,
  signAccessToken,
} from "../../cloud/access-token.ts";
import { mayOperate } from "../../contract/roles.ts";
import type { SessionAnswer, UserAnswer } from "../../contract/schemas/login.ts";
import { ServiceError } from "../../domain/errors.ts";
import { instant } from "../../domain/instant.ts";
import {
  judgeToken,
  type Membership,
  membershipOf,
  replacedAfter,
  SESSION_LIFETIME_MS,
  type User,
} from "../../domain/user.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import {
  getSession,
  revokeSession,
  revokeSessionsOf,
  rotateToken,
  type Session,
  sessionAccountWrite,
} from "../../store/sessions.ts";
import { LOST, optimistically, transact } from "../../store/transact.ts";
import { getMember, memberRowsOf } from "../../store/users.ts";
import { audit } from "../events/audit.ts";
import { hashesOf, type RefreshToken, successorOf } from "./refresh-token.ts";

export interface Refreshed {
  readonly session: Session;
  /** null for a late request: a newer token is already on its way. */
  readonly next: RefreshToken | null;
}

/**
 * Exchanges a refresh token; null for an invalid one. An older token of the family revokes the session, because
 * the token was copied. The next token follows from the one before and from the time of its rotation, so that a repeated
 * request gets the same one, though only its hash is stored.
 *
 * @param pepper key of that derivation
 */
export async function refreshSession(
  token: RefreshToken,
  pepper: string,
  now: number,
): Promise<Refreshed | null> {
  const refreshed = await optimistically(async () => {
    const session = await getSession(table(), token.sessionId);
    if (!session) return null;
    switch (judgeToken(session, hashesOf(token), now)) {
      case "refuse":
        return null;
      case "reuse":
        await revokeSession(table(), session.id, now);
        return null;
      case "late":
        return { session, next: null };
      case "repeat": {
        const next = nextToken(pepper, token, session.rotatedAt);
        // Another one only after a change of the pepper.
        const isNewest = hashesOf(next).tokenHash === session.tokenHash;
        return { session, next: isNewest ? next : null };
      }
      case "replace":
      case "rotate": {
        const next = nextToken(pepper, token, now);
        const presented = hashesOf(token).tokenHash;
        const isNewest = presented === session.tokenHash;
        const rotated = await rotateToken(table(), session, {
          tokenHash: hashesOf(next).tokenHash,
          parentHash: presented,
          replaced: isNewest ? replacedAfter(session, now) : [],
          rotatedAt: now,
          expiresAt: now + SESSION_LIFETIME_MS,
        });
        return rotated ? { session, next } : LOST;
      }
    }
  });
  return refreshed === LOST ? null : refreshed;
}

function nextToken(pepper: string, token: RefreshToken, rotatedAt: number): RefreshToken {
  return { ...token, tokenSecret: successorOf(pepper, token, rotatedAt) };
}

/** The account that a session works in, with the user's rights there. */
export type CurrentMembership = Membership & { readonly accountId: string };

/** The membership of a session's account. After it has ended, the session moves as `firstMembership` says. Null without any. */
export async function currentMembership(
  user: User,
  { id, accountId }: Pick<Session, "id" | "accountId">,
): Promise<CurrentMembership | null> {
  const current = await membershipIn(user, accountId);
  if (current !== null) return current;
  const other = await firstMembership(user);
  if (other === null) return null;
  const moved = await transact(table(), [sessionAccountWrite(id, other.accountId)]);
  return moved.committed ? other : null;
}

/**
 * The membership in which a user's work begins: of the account that they switched to last, else of the one made for them,
 * else of the one that they joined first. Null if they have no account left.
 */
export async function firstMembership(user: User): Promise<CurrentMembership | null> {
  for (const accountId of new Set([user.lastAccountId ?? user.accountId, user.accountId])) {
    const membership = await membershipIn(user, accountId);
    if (membership !== null) return membership;
  }
  const rows = await memberRowsOf(table(), user.id);
  for (const { accountId } of rows.toSorted((a, b) => a.joinedAt - b.joinedAt)) {
    const joined = await membershipIn(user, accountId);
    if (joined !== null) return joined;
  }
  return null;
}

async function membershipIn(user: User, accountId: string): Promise<CurrentMembership | null> {
  const membership = membershipOf(user, accountId, await getMember(table(), accountId, user.id));
  return membership && { accountId, ...membership };
}

/**
 * Ends the session of a refresh token, or with `everywhere` all sessions of its user. An invalid token ends
 * nothing; an older token of the family ends only its own session.
 */
export async function endSessionOf(
  token: RefreshToken,
  everywhere: boolean,
  now: number,
): Promise<void> {
  const session = await getSession(table(), token.sessionId);
  const verdict = session ? judgeToken(session, hashesOf(token), now) : "refuse";
  if (!session || verdict === "refuse") return;
  const all = everywhere && verdict !== "reuse";
  if (all) await revokeSessionsOf(table(), session.userId, now);
  await revokeSession(table(), session.id, now);
  await transact(table(), [
    audit(session, all ? "session.all_ended" : "session.ended", session.id, now),
  ]);
}

/** A user, for themselves, with the account in use. */
export function presentUser(
  user: User,
  { accountId, role, apps }: Membership & { readonly accountId: string },
): UserAnswer {
  return {
    id: user.id,
    object: "user",
    account_id: accountId,
    role,
    apps: apps && [...apps],
    operator: mayOperate(environment().config, { accountId, userId: user.id, role }),
    name: user.name,
    phone: user.phone,
    telegram: user.telegram && { name: user.telegram.name, username: user.telegram.username },
    language: user.language ?? null,
    created_at: instant(user.createdAt),
  };
}

/** The response of a login or refresh: a new access token and its user. @throws ServiceError `unauthenticated` */
export async function presentSession(
  user: User,
  session: Pick<Session, "id" | "accountId">,
  key: SigningKey,
  now: number,
): Promise<SessionAnswer> {
  const current = await currentMembership(user, session);
  if (!current) throw noMembership();
  const { accountId, role } = current;
  const subject = { userId: user.id, accountId, sessionId: session.id, role };
  const issuer = environment().publicBaseUrl;
  return {
    access_token: await signAccessToken(subject, key, { issuer, now }),
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    user: presentUser(user, current),
  };
}

function noMembership(): ServiceError {
  return new ServiceError("unauthenticated", "You are no longer a member of this account.");
}
