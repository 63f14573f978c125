/** Rules of refresh tokens: one family per device, a new token at each use. Times in ms. */

/** A session ends after this long without use. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;

/** The previous token is accepted again within this time: two tabs, or a lost response. */
export const PARENT_GRACE_MS = 10_000;

/** The part of a session that validates refresh tokens. Only hashes of tokens are stored. */
export interface TokenFamily {
  /** The same for all tokens of the family: distinguishes an old token from an invented one. */
  readonly familyHash: string;
  readonly tokenHash: string;
  /** The previous token; null before the first rotation. */
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
 * Verdict on a refresh token. `rotate`: the newest. `repeat`: the previous one, replaced just now. `reuse`: an
 * older one of the family, so the token was copied. `refuse`: any other.
 */
export type TokenVerdict = "rotate" | "repeat" | "reuse" | "refuse";

export function judgeToken(family: TokenFamily, token: PresentedToken, now: number): TokenVerdict {
  if (token.familyHash !== family.familyHash) return "refuse";
  if (family.revokedAt !== null || now >= family.expiresAt) return "refuse";
  if (token.tokenHash === family.tokenHash) return "rotate";
  const isRecent = now - family.rotatedAt <= PARENT_GRACE_MS;
  return token.tokenHash === family.parentHash && isRecent ? "repeat" : "reuse";
}
