/** Rules of refresh tokens: one family per device, a new token at each use. Instants are in ms. */

/** A session ends when it was not used for this long. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;

/** Two tabs, or an answer that got lost: the token before may come once more within this time. */
export const PARENT_GRACE_MS = 10_000;

/** The part of a session that decides what a refresh token is worth. Tokens are kept as hashes only. */
export interface TokenFamily {
  /** The same in every token of the family: tells a token that once was ours from an invented one. */
  readonly familyHash: string;
  readonly tokenHash: string;
  /** The one before, or null at first. */
  readonly parentHash: string | null;
  readonly rotatedAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

export interface PresentedToken {
  readonly familyHash: string;
  readonly tokenHash: string;
}

/**
 * What a refresh token is worth: `rotate` it is the newest; `repeat` the one before, just now replaced;
 * `reuse` an older one of the family, so somebody has a copy; `refuse` all else.
 */
export type TokenVerdict = "rotate" | "repeat" | "reuse" | "refuse";

export function judgeToken(family: TokenFamily, token: PresentedToken, now: number): TokenVerdict {
  if (token.familyHash !== family.familyHash) return "refuse";
  if (family.revokedAt !== null || now >= family.expiresAt) return "refuse";
  if (token.tokenHash === family.tokenHash) return "rotate";
  const isRecent = now - family.rotatedAt <= PARENT_GRACE_MS;
  return token.tokenHash === family.parentHash && isRecent ? "repeat" : "reuse";
}
