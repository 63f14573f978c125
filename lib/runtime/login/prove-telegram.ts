import {
  IssuerError,
  type TelegramVerifier,
  telegramVerifier,
} from "../../cloud/telegram-token.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { ProvenLogin } from "../../domain/user.ts";
import { putNonce, spendToken, takeNonce } from "../../store/nonces.ts";
import { randomBytes, table } from "../deps.ts";
import { environment } from "../environment.ts";

const NONCE_LIFETIME_MS = 10 * 60_000;

let verifier: TelegramVerifier | undefined;

/** Settings of the login by Telegram. @throws ServiceError `not_found` where there is none */
export function telegramSettings(): { readonly clientId: string; readonly issuer: string } {
  const { clientId, issuer } = environment().config.telegram;
  if (clientId === null) throw notFound("login by Telegram");
  return { clientId, issuer };
}

/** A nonce for one login, good for ten minutes. */
export async function issueNonce(now: number): Promise<string> {
  const nonce = Buffer.from(randomBytes(24)).toString("base64url");
  await putNonce(table(), nonce, now + NONCE_LIFETIME_MS);
  return nonce;
}

/**
 * Uses up an id_token: each counts once, and a nonce in it must be one of ours. Null for any that does
 * not hold.
 *
 * @throws ServiceError `not_found` where there is no such login, `service_unavailable` without the keys
 */
export async function proveTelegram(
  idToken: string,
  now: number,
): Promise<Extract<ProvenLogin, { kind: "telegram" }> | null> {
  const { clientId, issuer } = telegramSettings();
  verifier ??= telegramVerifier(issuer);
  const claims = await verifier.verify(idToken, clientId, now).catch((error: unknown) => {
    if (!(error instanceof IssuerError)) throw error;
    throw new ServiceError("service_unavailable", "Telegram cannot be asked right now.", {
      retryAfterSeconds: 30,
    });
  });
  if (claims === null) return null;
  const { subject, name, username, nonce, digest, expiresAt } = claims;
  if (!(await spendToken(table(), digest, expiresAt))) return null;
  if (nonce !== null && !(await takeNonce(table(), nonce, now))) return null;
  return { kind: "telegram", issuer, profile: { subject, name, username } };
}
