import { newId } from "../../lib/domain/ids.ts";
import { SESSION_LIFETIME_MS } from "../../lib/domain/user.ts";
import { randomBytes } from "../../lib/pipeline/deps.ts";
import type { UserPrincipal } from "../../lib/pipeline/principal.ts";
import { newSessionWrite, type Session } from "../../lib/store/sessions.ts";
import { type Table, transact } from "../../lib/store/transact.ts";
import { newUserWrites } from "../../lib/store/users.ts";

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

export function newSessionId(now: number): string {
  return newId("ses_", now, randomBytes(10));
}
