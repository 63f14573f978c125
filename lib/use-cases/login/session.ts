import { createHash, createHmac } from "node:crypto";
import {
  ACCESS_TOKEN_SECONDS,
  type SigningKey,
  signAccessToken,
} from "../../cloud/access-token.ts";
import { mayOperate } from "../../contract/roles.ts";
import type { LogoutBody, SessionAnswer, UserAnswer } from "../../contract/schemas/login.ts";
import {
  otpPepper,
  type SmsSenderSecret,
  type StoredSigningKey,
  signingKeys,
  smsSenderSecret,
} from "../../contract/secrets.ts";
import { ServiceError } from "../../domain/errors.ts";
import { isId } from "../../domain/ids.ts";
import { instant } from "../../domain/instant.ts";
import { signingKeyAt } from "../../domain/tokens.ts";
import {
  judgeToken,
  type Membership,
  membershipOf,
  type PresentedToken,
  replacedAfter,
  SESSION_LIFETIME_MS,
  type User,
} from "../../domain/user.ts";
import { randomBytes, secrets, table } from "../../pipeline/deps.ts";
import { environment, variableOf } from "../../pipeline/environment.ts";
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

interface Refreshed {
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
type CurrentMembership = Membership & { readonly accountId: string };

/** The membership of a session's account. After it has ended, the session moves as `firstMembership` says. Null without any. */
async function currentMembership(
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
 * nothing; an older token of the family ends only its own session. `now` in ms.
 *
 * @returns false for the session of another user than the one who signs out, which goes on
 */
export async function endSessionOf(
  token: RefreshToken,
  { everywhere, user_id: userId }: LogoutBody,
  now: number,
): Promise<boolean> {
  const session = await getSession(table(), token.sessionId);
  if (session && userId !== undefined && session.userId !== userId) return false;
  const verdict = session ? judgeToken(session, hashesOf(token), now) : "refuse";
  if (!session || verdict === "refuse") return true;
  const all = everywhere && verdict !== "reuse";
  if (all) await revokeSessionsOf(table(), session.userId, now);
  await revokeSession(table(), session.id, now);
  await transact(table(), [
    audit(session, all ? "session.all_ended" : "session.ended", session.id, now),
  ]);
  return true;
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

/** `__Host-`: only this host can set it, over TLS, and it is sent to no other host. */
const COOKIE = "__Host-refresh";
const SECRET_BYTES = 32;

/** `{session id}.{the family's secret}.{this token's secret}`. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly familySecret: string;
  readonly tokenSecret: string;
}

export function newSecret(): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString("base64url");
}

/** The secret of the token that follows `token` by a rotation at `rotatedAt` (ms): 43 characters, as `newSecret`. */
function successorOf(pepper: string, token: RefreshToken, rotatedAt: number): string {
  const { sessionId, familySecret, tokenSecret } = token;
  return createHmac("sha256", pepper)
    .update(`refresh\0${sessionId}\0${familySecret}\0${tokenSecret}\0${rotatedAt}`)
    .digest("base64url");
}

/** The stored form of a token. */
export function hashesOf(token: RefreshToken): PresentedToken {
  return { familyHash: sha256(token.familySecret), tokenHash: sha256(token.tokenSecret) };
}

/** The refresh token of a request, or null. */
export function readRefreshCookie(headers: Readonly<Record<string, string>>): RefreshToken | null {
  const found = cookiesIn(headers);
  const [sessionId = "", familySecret = "", tokenSecret = "", ...more] =
    found.length === 1 ? (found[0] ?? "").slice(COOKIE.length + 1).split(".") : [];
  const isToken = isId("ses_", sessionId) && isSecret(familySecret) && isSecret(tokenSecret);
  return isToken && more.length === 0 ? { sessionId, familySecret, tokenSecret } : null;
}

/**
 * Deletes the cookie if the request has one. A form that another site posts comes without it; an answer that deletes it
 * anyway would sign the user out.
 */
export function clearedIfSent(headers: Readonly<Record<string, string>>): readonly string[] {
  return cookiesIn(headers).length > 0 ? [clearedRefreshCookie()] : [];
}

/** @param lifetimeMs from now on */
export function refreshCookie(token: RefreshToken, lifetimeMs: number): string {
  const value = `${token.sessionId}.${token.familySecret}.${token.tokenSecret}`;
  return `${COOKIE}=${value}; Max-Age=${Math.floor(lifetimeMs / 1000)}; ${ATTRIBUTES}`;
}

/** Deletes the cookie. */
export function clearedRefreshCookie(): string {
  return `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
}

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

function cookiesIn(headers: Readonly<Record<string, string>>): readonly string[] {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${COOKIE}=`));
}

function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Reads the key of the HMAC of login codes. */
export async function readPepper(): Promise<string> {
  return (await readPeppers()).value;
}

/** Reads the key of the HMAC of phones that had sign-up credits. It outlives the one of login codes. */
export async function readMarkPepper(): Promise<string> {
  const { value, marks = value } = await readPeppers();
  return marks;
}

function readPeppers() {
  return secrets().read(variableOf("SECRET", "otp-pepper"), otpPepper);
}

export function readSmsSecret(): Promise<SmsSenderSecret> {
  return secrets().read(variableOf("SECRET", "sms-sender"), smsSenderSecret);
}

/** After a leak, the authorizer refuses what a container signs with a key that it still has in its cache. */
const SIGNING_KEY_CACHE_MS = 60_000;

/**
 * The key that signs access tokens at `at` (ms).
 *
 * @throws ServiceError `service_unavailable` before the first key exists
 */
export async function readSigningKey(at: number): Promise<StoredSigningKey> {
  const id = variableOf("SECRET", "signing-key");
  const { keys } = await secrets().read(id, signingKeys, SIGNING_KEY_CACHE_MS);
  const key = signingKeyAt(keys, at);
  if (key) return key;
  secrets().forget(id);
  throw new ServiceError("service_unavailable", "Login is being set up; try again shortly.", {
    retryAfterSeconds: 30,
  });
}
