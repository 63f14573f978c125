import { createHash } from "node:crypto";
import { isId } from "../../domain/ids.ts";
import type { PresentedToken } from "../../domain/session.ts";
import { randomBytes } from "../../pipeline/deps.ts";

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
