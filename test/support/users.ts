import { expect } from "vitest";
import { newId } from "../../lib/domain/ids.ts";
import { SESSION_LIFETIME_MS } from "../../lib/domain/user.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { randomBytes } from "../../lib/pipeline/deps.ts";
import type { UserPrincipal } from "../../lib/pipeline/principal.ts";
import { getIdentityOwner } from "../../lib/store/identities.ts";
import { newSessionWrite, type Session } from "../../lib/store/sessions.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { getUser, newUserWrites } from "../../lib/store/users.ts";
import { hashesOf, newSecret, refreshCookie } from "../../lib/use-cases/login/session.ts";
import { call, cookieOf, logIn, type Visitor } from "./api.ts";

/** Stores a user with an open account and a session. */
export async function createUser(
  table: Table,
  accountId: string,
  now = Date.now(),
): Promise<UserPrincipal> {
  const [userId, sessionId] = [newId("usr_", now, randomBytes(10)), newSessionId(now)];
  const facts = { createdAt: now, closedAt: null };
  const person = { name: null, phone: "+251911000000", telegram: null } as const;
  const principal: UserPrincipal = {
    ...{ kind: "user", userId, accountId, sessionId },
    ...{ role: "owner", apps: null },
  };
  await transact(table, [
    ...newUserWrites(
      { id: userId, accountId, ...person, ...facts },
      { id: accountId, ownerId: userId, ...facts },
    ),
    newSessionWrite(sessionOf(principal, "phone", now)),
  ]);
  return principal;
}

/** An active session that nobody has a token of. */
export function sessionOf(
  { sessionId, userId, accountId }: Pick<UserPrincipal, "sessionId" | "userId" | "accountId">,
  login: Session["login"],
  now: number,
): Session {
  return {
    ...{ id: sessionId, userId, accountId, login, userAgent: null, createdAt: now },
    ...{ familyHash: "f", tokenHash: "t", parentHash: null, rotatedAt: now },
    expiresAt: now + SESSION_LIFETIME_MS,
    revokedAt: null,
  };
}

/**
 * The cookie of a new session, `name=value`, as a login by phone begins it, but without the code. A phone that has not signed up
 * does so with one, and without `more`.
 */
export async function beginSession(
  table: Table,
  stack: LocalStack,
  phone: string,
  more: Pick<Session, "provenAt"> = {},
): Promise<string> {
  const ownerId = await getIdentityOwner(table, { kind: "phone", phone });
  const user = ownerId === null ? null : await getUser(table, ownerId);
  if (user === null) return (await logIn(stack, phone)).cookie;
  const now = stack.now();
  const token = {
    sessionId: newSessionId(now),
    familySecret: newSecret(),
    tokenSecret: newSecret(),
  };
  // If the membership has ended, the first refresh moves the session.
  const accountId = user.lastAccountId ?? user.accountId;
  const session = sessionOf({ ...token, userId: user.id, accountId }, "phone", now);
  const stored = await transact(table, [
    newSessionWrite({ ...session, ...hashesOf(token), ...more }),
  ]);
  if (!stored.committed) throw new Error(`no session for ${phone}`);
  const [cookie = ""] = refreshCookie(token, SESSION_LIFETIME_MS).split(";");
  return cookie;
}

export function newSessionId(now: number): string {
  return newId("ses_", now, randomBytes(10));
}

/** The same person with another access token. */
function withToken(stack: LocalStack, who: Visitor, token: string): Visitor {
  return {
    ...who,
    token,
    send: (method, path, more = {}) =>
      call(stack.url, method, `/api/platform/${path}`, { key: token, ...more }),
  };
}

/** The tests' hands on an owner's team. */
export function teamOf(stack: LocalStack, owner: () => Visitor) {
  const invite = async (body: object, by = owner()) => {
    const answer = await by.send("POST", "members/", { body });
    const url: string = answer.body.url ?? "";
    return { ...answer, token: url.split("#")[1] ?? "" };
  };
  return {
    invite,
    /** Someone who joined by a link, working in the owner's account. */
    async join(role: string, more: object = {}): Promise<Visitor> {
      const visitor = await logIn(stack);
      const { token } = await invite({ role, ...more });
      const joined = await visitor.send("POST", "me/memberships/", { body: { token } });
      expect(joined.status, JSON.stringify(joined.body)).toBe(200);
      return withToken(stack, visitor, joined.body.access_token);
    },
    async roles(who = owner()): Promise<readonly (readonly [string, string])[]> {
      const { data } = (await who.send("GET", "members/")).body;
      return data.map(({ id, role }: { id: string; role: string }) => [id, role]);
    },
    /** The same session with a new access token. */
    async refreshed(who: Visitor): Promise<Visitor> {
      const answer = await call(stack.url, "POST", "/api/auth/refresh/", {
        headers: { cookie: who.cookie },
      });
      const cookie = cookieOf(answer.headers) ?? who.cookie;
      return withToken(stack, { ...who, cookie }, answer.body.access_token);
    },
    renewed: (who: Visitor, token: string) => withToken(stack, who, token),
  };
}
