import { telegramLogin } from "../../lib/contract/routes/auth.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { SESSION_LIFETIME_MS } from "../../lib/domain/user.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { withRateHeaders } from "../../lib/pipeline/rate-limit.ts";
import { proveTelegram } from "../../lib/use-cases/login/prove-telegram.ts";
import { readSigningKey, refreshCookie } from "../../lib/use-cases/login/refresh-token.ts";
import { limitLogins } from "../../lib/use-cases/login/send-code.ts";
import { presentSession } from "../../lib/use-cases/login/session.ts";
import { signIn } from "../../lib/use-cases/login/sign-in.ts";

export const handler = endpoint(telegramLogin, async (request) => {
  const { body, headers, now } = request;
  const counted = await limitLogins(await callerAddress(request), now);
  return withRateHeaders(counted, async () => {
    const key = await readSigningKey(now);
    const login = await proveTelegram(body.id_token, now);
    if (!login) throw new ServiceError("unauthenticated", "The id_token is not accepted.");
    const { user, session, token } = await signIn(login, headers["user-agent"], now, null);
    return reply(200, await presentSession(user, session, key, now), {
      cookies: [refreshCookie(token, SESSION_LIFETIME_MS)],
    });
  });
});
