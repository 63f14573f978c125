import { createHash, createHmac } from "node:crypto";
import {
  otpPepper,
  type SmsSenderSecret,
  type StoredSigningKey,
  signingKeys,
  smsSenderSecret,
} from "../../contract/secrets.ts";
import { ServiceError } from "../../domain/errors.ts";
import { isId } from "../../domain/ids.ts";
import { signingKeyAt } from "../../domain/tokens.ts";
import type { PresentedToken } from "../../domain/user.ts";
import { randomBytes, secrets } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";

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
export function successorOf(pepper: string, token: RefreshToken, rotatedAt: number): string {
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
