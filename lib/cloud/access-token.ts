import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import * as z from "zod";
import { ROLES, type Role } from "../contract/roles.ts";

/** Lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 600;

/** The only algorithm for signing and verifying. A token's header never chooses one. */
export const SIGNING_ALGORITHM = "ES256";

const AUDIENCE = "dashboard";
const TOKEN_TYPE = "at+jwt";
/** Allowed clock difference between two machines, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** The user that a token authenticates, and their role in the account in use. */
export interface AccessSubject {
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly role: Role;
}

/** A private key (RFC 7517, with `d`) as the secret `signing-key` keeps it. */
export interface SigningKey {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>>;
}

/** The public half, with the time (ms) until which its tokens are accepted; null while it is in use. */
export interface VerificationKey {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>>;
  readonly acceptedUntil: number | null;
}

const claims = z.object({ sub: z.string(), acc: z.string(), sid: z.string(), rol: z.enum(ROLES) });

/** Signs an access token (RFC 9068) of `ACCESS_TOKEN_SECONDS` from `now` (ms) on. */
export async function signAccessToken(
  subject: AccessSubject,
  key: SigningKey,
  { issuer, now }: { readonly issuer: string; readonly now: number },
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ acc: subject.accountId, sid: subject.sessionId, rol: subject.role })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: key.kid, typ: TOKEN_TYPE })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(subject.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(await importJWK(key.jwk as JWK, SIGNING_ALGORITHM));
}

/**
 * Verifies a token. Returns its user, or why it is refused: `expired` only for a genuine token of ours. Uses
 * only `keys`; a key, URL or algorithm in the token's header is ignored. Never throws, whatever the token.
 */
export async function verifyAccessToken(
  token: string,
  keys: readonly VerificationKey[],
  { issuer, now }: { readonly issuer: string; readonly now: number },
): Promise<AccessSubject | "expired" | "invalid"> {
  const kid = accessTokenKeyId(token);
  const key = keys.find((known) => known.kid === kid);
  if (!key || (key.acceptedUntil !== null && key.acceptedUntil <= now)) return "invalid";
  try {
    const { payload } = await jwtVerify(token, await importJWK(key.jwk as JWK, SIGNING_ALGORITHM), {
      algorithms: [SIGNING_ALGORITHM],
      issuer,
      audience: AUDIENCE,
      typ: TOKEN_TYPE,
      requiredClaims: ["exp", "iat", "sub"],
      maxTokenAge: ACCESS_TOKEN_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now),
    });
    const { sub, acc, sid, rol } = claims.parse(payload);
    return { userId: sub, accountId: acc, sessionId: sid, role: rol };
  } catch (error) {
    return error instanceof errors.JWTExpired ? "expired" : "invalid";
  }
}

/** The key id in a token's header, not verified; null without one. */
export function accessTokenKeyId(token: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === "string" ? kid : null;
  } catch {
    return null;
  }
}

export interface SigningKeyPair {
  /** Thumbprint of the public half (RFC 7638). */
  readonly kid: string;
  readonly privateJwk: Readonly<Record<string, unknown>>;
}

/** A new key pair for access tokens. */
export async function newSigningKeyPair(): Promise<SigningKeyPair> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const privateJwk = await exportJWK(pair.privateKey);
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk: { ...privateJwk } };
}

/** The public half of a private key: only listed members, so that nothing secret is published. */
export function publicHalf(jwk: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { kty, crv, x, y } = jwk;
  return { kty, crv, x, y, alg: SIGNING_ALGORITHM, use: "sig" };
}
