import { createHash } from "node:crypto";
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
} from "jose";

/** Never HMAC algorithms: a public key must not be accepted as a shared secret. */
const ALGORITHMS = ["RS256", "ES256", "EdDSA"];
const MAX_AGE_SECONDS = 600;
const CLOCK_TOLERANCE_SECONDS = 5;
const KEYS_COOLDOWN_MS = 30_000;
const KEYS_TIMEOUT_MS = 5_000;

/** The claims of a verified token. */
export interface TelegramClaims {
  readonly subject: string;
  readonly name: string | null;
  readonly username: string | null;
  readonly nonce: string | null;
  /** Digest of the signed part, the same for every signature over it, so that a token is accepted once. */
  readonly digest: string;
  /** ms. */
  readonly expiresAt: number;
}

/** The issuer's keys could not be fetched. */
export class IssuerError extends Error {
  override readonly name = "IssuerError";
}

export interface TelegramVerifier {
  /** @param clientId the bot's id, as text */
  readonly verify: (
    idToken: string,
    clientId: string,
    now: number,
  ) => Promise<TelegramClaims | null>;
}

/**
 * Verifies id_tokens (OpenID Connect Core 1.0, 3.1.3.7) of one issuer against its published keys. Fetches the
 * keys at most once per 30 s, whatever tokens arrive and whatever the issuer answers, and never for a token
 * whose own claims already rule it out.
 *
 * @throws IssuerError while the keys cannot be fetched
 */
export function telegramVerifier(
  issuer: string,
  fetchKeys: typeof fetch = fetch,
): TelegramVerifier {
  let askedAt = Number.NEGATIVE_INFINITY;
  const keys = createRemoteJWKSet(new URL(`${issuer.replace(/\/$/, "")}/.well-known/jwks.json`), {
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: KEYS_TIMEOUT_MS,
    [customFetch]: (url, options) => {
      // jose's cool-down starts only after a success; a failing issuer must not be flooded either.
      if (Math.abs(Date.now() - askedAt) < KEYS_COOLDOWN_MS) {
        return Promise.reject(new IssuerError("The keys were asked for a moment ago."));
      }
      askedAt = Date.now();
      return fetchKeys(url, { ...options, redirect: "error" });
    },
  });

  async function verify(idToken: string, clientId: string, now: number) {
    if (!isWorthChecking(idToken, issuer, clientId, now)) return null;
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ALGORITHMS,
        issuer,
        requiredClaims: ["aud", "exp", "iat", "sub"],
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now),
      });
      return isFor(payload, clientId) ? claimsOf(payload, idToken) : null;
    } catch (error) {
      if (isRefusal(error)) return null;
      throw new IssuerError("The keys of the issuer could not be read.");
    }
  }
  return { verify };
}

/** The token's unverified claims: enough to refuse it without a request. */
function isWorthChecking(idToken: string, issuer: string, clientId: string, now: number): boolean {
  try {
    const header = decodeProtectedHeader(idToken);
    const payload = decodeJwt(idToken);
    const { exp, iat } = payload;
    const seconds = now / 1000;
    return (
      typeof header.alg === "string" &&
      ALGORITHMS.includes(header.alg) &&
      typeof header.kid === "string" &&
      payload.iss === issuer &&
      isFor(payload, clientId) &&
      typeof exp === "number" &&
      exp > seconds - CLOCK_TOLERANCE_SECONDS &&
      typeof iat === "number" &&
      iat <= seconds + CLOCK_TOLERANCE_SECONDS &&
      iat >= seconds - MAX_AGE_SECONDS - CLOCK_TOLERANCE_SECONDS
    );
  } catch {
    return false;
  }
}

/** Telegram sends a bot's id as a number, OpenID Connect as text. */
function isFor(payload: JWTPayload, clientId: string): boolean {
  const audience: unknown = payload.aud;
  const all: unknown[] = Array.isArray(audience) ? audience : [audience];
  return all.length === 1 && String(all[0]) === clientId;
}

/** Errors of the token itself. An unknown key is one of them; keys that cannot be fetched are not. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  );
}

function claimsOf(payload: JWTPayload, idToken: string): TelegramClaims | null {
  const subject: unknown = payload.sub;
  if (typeof subject !== "string" && typeof subject !== "number") return null;
  const signed = idToken.slice(0, idToken.lastIndexOf("."));
  return {
    subject: String(subject).slice(0, 255),
    name: textOf(payload.name),
    username: textOf(payload.preferred_username),
    nonce: payload.nonce === undefined ? null : String(payload.nonce),
    digest: createHash("sha256").update(signed).digest("hex"),
    expiresAt: Math.max(Number(payload.exp), Number(payload.iat) + MAX_AGE_SECONDS) * 1000,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, 100) : null;
}
