import { IssuerError, telegramVerifier } from "../../cloud/telegram-token.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { ProvenLogin } from "../../domain/user.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { once } from "../../pipeline/once.ts";
import { putNonce, spendToken, takeNonce } from "../../store/login-codes.ts";

const NONCE_LIFETIME_MS = 10 * 60_000;

const verifier = /* @__PURE__ */ once(() => telegramVerifier(telegramSettings().issuer));

/** Settings of Telegram login. @throws ServiceError `not_found` if it is not configured */
export function telegramSettings(): { readonly clientId: string; readonly issuer: string } {
  const { clientId, issuer } = environment().config.telegram;
  if (clientId === null) throw notFound("login by Telegram");
  return { clientId, issuer };
}

/** Issues a nonce for one login, valid for ten minutes. */
export async function issueNonce(now: number): Promise<string> {
  const nonce = Buffer.from(randomBytes(24)).toString("base64url");
  await putNonce(table(), nonce, now + NONCE_LIFETIME_MS);
  return nonce;
}

/**
 * Uses up an id_token, which is valid once and whose nonce, if any, must come from us. Null for an invalid one.
 *
 * @throws ServiceError `not_found` if Telegram login is not configured, `service_unavailable` if the issuer's keys
 * can't be read
 */
export async function proveTelegram(
  idToken: string,
  now: number,
): Promise<Extract<ProvenLogin, { kind: "telegram" }> | null> {
  const { clientId, issuer } = telegramSettings();
  const claims = await verifier()
    .verify(idToken, clientId, now)
    .catch((error: unknown) => {
      if (!(error instanceof IssuerError)) throw error;
      throw new ServiceError(
        "service_unavailable",
        "Telegram is not reachable. Try again shortly.",
        {
          retryAfterSeconds: 30,
        },
      );
    });
  if (claims === null) return null;
  const { subject, name, username, nonce, digest, expiresAt } = claims;
  if (!(await spendToken(table(), digest, expiresAt))) return null;
  if (nonce !== null && !(await takeNonce(table(), nonce, now))) return null;
  return { kind: "telegram", issuer, profile: { subject, name, username } };
}
