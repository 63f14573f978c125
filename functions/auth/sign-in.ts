import * as routes from "../../lib/contract/routes/auth.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { SESSION_LIFETIME_MS } from "../../lib/domain/user.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { withRateHeaders } from "../../lib/pipeline/rate-limit.ts";
import { provePhone, readPhone } from "../../lib/use-cases/login/phone.ts";
import {
  issueNonce,
  proveTelegram,
  telegramSettings,
} from "../../lib/use-cases/login/prove-telegram.ts";
import {
  limitCodesOfAddress,
  limitLogins,
  sendLoginCode,
} from "../../lib/use-cases/login/send-code.ts";
import {
  presentSession,
  readMarkPepper,
  readSigningKey,
  refreshCookie,
} from "../../lib/use-cases/login/session.ts";
import { signIn } from "../../lib/use-cases/login/sign-in.ts";

export const sendOtp = endpoint(routes.sendOtp, async (request) => {
  const { body, now } = request;
  const phone = readPhone(body.phone);
  // Of the address only: the limits of a phone would tell strangers whether its owner logs in.
  const counted = await limitCodesOfAddress(await callerAddress(request), now);
  return withRateHeaders(counted, async () => {
    const sent = await sendLoginCode(phone, now);
    return reply(202, { expires_in: sent.expiresInSeconds, resend_in: sent.resendInSeconds });
  });
});

export const telegramLogin = endpoint(routes.telegramLogin, async (request) => {
  const { body, headers, now } = request;
  const counted = await limitLogins(await callerAddress(request), now);
  return withRateHeaders(counted, async () => {
    const key = await readSigningKey(now);
    const login = await proveTelegram(body.id_token, now);
    if (!login) throw new ServiceError("unauthenticated", "The id_token is not valid.");
    const { user, session, token } = await signIn(login, headers["user-agent"], now, null);
    return reply(200, await presentSession(user, session, key, now), {
      cookies: [refreshCookie(token, SESSION_LIFETIME_MS)],
    });
  });
});

export const telegramConfig = endpoint(routes.telegramSettings, async (request) => {
  const { clientId, issuer } = telegramSettings();
  const counted = await limitLogins(await callerAddress(request), request.now);
  return withRateHeaders(counted, async () => {
    const nonce = await issueNonce(request.now);
    return reply(200, { client_id: clientId, issuer, nonce });
  });
});

export const verifyOtp = endpoint(routes.verifyOtp, async (request) => {
  const { body, headers, now } = request;
  const counted = await limitLogins(await callerAddress(request), now);
  return withRateHeaders(counted, async () => {
    // Read before the code is used up: without a signing key, no login succeeds.
    const key = await readSigningKey(now);
    const login = await provePhone(body.phone, body.code, now);
    if (!login) throw new ServiceError("unauthenticated", "The code is wrong or has expired.");
    const pepper = await readMarkPepper();
    const { user, session, token } = await signIn(login, headers["user-agent"], now, pepper);
    return reply(200, await presentSession(user, session, key, now), {
      cookies: [refreshCookie(token, SESSION_LIFETIME_MS)],
    });
  });
});
