import { judgeToken, SESSION_LIFETIME_MS } from "../../domain/session.ts";
import { table } from "../../pipeline/deps.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { getSession, revokeSession, rotateToken, type Session } from "../../store/sessions.ts";
import { hashesOf, newSecret, type RefreshToken } from "./refresh-token.ts";

export interface Refreshed {
  readonly session: Session;
  /** null if the previous token was repeated: the newest one is already on its way. */
  readonly next: RefreshToken | null;
}

/**
 * Exchanges a refresh token; null for an invalid one. An older token of the family revokes the session, because
 * the token was copied.
 */
export async function refreshSession(token: RefreshToken, now: number): Promise<Refreshed | null> {
  const refreshed = await optimistically(async () => {
    const session = await getSession(table(), token.sessionId);
    if (!session) return null;
    switch (judgeToken(session, hashesOf(token), now)) {
      case "refuse":
        return null;
      case "reuse":
        await revokeSession(table(), session.id, now);
        return null;
      case "repeat":
        return { session, next: null };
      case "rotate": {
        const next = { ...token, tokenSecret: newSecret() };
        const rotated = await rotateToken(table(), session, {
          tokenHash: hashesOf(next).tokenHash,
          rotatedAt: now,
          expiresAt: now + SESSION_LIFETIME_MS,
        });
        return rotated ? { session, next } : LOST;
      }
    }
  });
  return refreshed === LOST ? null : refreshed;
}
