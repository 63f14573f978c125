import { judgeToken, SESSION_LIFETIME_MS } from "../../domain/session.ts";
import { getSession, revokeSession, rotateToken, type Session } from "../../store/sessions.ts";
import { table } from "../deps.ts";
import { hashesOf, newSecret, type RefreshToken } from "./refresh-token.ts";

export interface Refreshed {
  readonly session: Session;
  /** null where the token before the newest was repeated: the newest is on its way already. */
  readonly next: RefreshToken | null;
}

const MAX_ROUNDS = 3;

/**
 * Exchanges a refresh token. Null for one that is worth nothing; an older one of the family ends it on
 * all sides, because somebody has a copy.
 */
export async function refreshSession(token: RefreshToken, now: number): Promise<Refreshed | null> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
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
        if (rotated) return { session, next };
      }
    }
  }
  return null;
}
