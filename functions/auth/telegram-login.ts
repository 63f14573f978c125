import { telegramLogin } from "../../lib/contract/routes/auth.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { SESSION_LIFETIME_MS } from "../../lib/domain/session.ts";
import { callerAddress } from "../../lib/runtime/caller-address.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { limitLogins } from "../../lib/runtime/login/limits.ts";
import { readSigningKey } from "../../lib/runtime/login/login-secrets.ts";
import { presentSession } from "../../lib/runtime/login/present-session.ts";
import { proveTelegram } from "../../lib/runtime/login/prove-telegram.ts";
import { refreshCookie } from "../../lib/runtime/login/refresh-token.ts";
import { signIn } from "../../lib/runtime/login/sign-in.ts";

export const handler = endpoint(telegramLogin, async (request) => {
  const { body, headers, now } = request;
  await limitLogins(await callerAddress(request), now);
  const key = await readSigningKey(now);
  const login = await proveTelegram(body.id_token, now);
  if (!login) throw new ServiceError("unauthenticated", "The id_token is not accepted.");
  const { user, token } = await signIn(login, headers["user-agent"], now, null);
  return reply(200, await presentSession(user, token.sessionId, key, now), {
    cookies: [refreshCookie(token, SESSION_LIFETIME_MS)],
  });
});
