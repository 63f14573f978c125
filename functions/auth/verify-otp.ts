import { verifyOtp } from "../../lib/contract/routes/auth.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { SESSION_LIFETIME_MS } from "../../lib/domain/session.ts";
import { callerAddress } from "../../lib/runtime/caller-address.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { limitLogins } from "../../lib/runtime/login/limits.ts";
import { readPepper, readSigningKey } from "../../lib/runtime/login/login-secrets.ts";
import { presentSession } from "../../lib/runtime/login/present-session.ts";
import { provePhone } from "../../lib/runtime/login/prove-phone.ts";
import { refreshCookie } from "../../lib/runtime/login/refresh-token.ts";
import { signIn } from "../../lib/runtime/login/sign-in.ts";

export const handler = endpoint(verifyOtp, async (request) => {
  const { body, headers, now } = request;
  await limitLogins(await callerAddress(request), now);
  // Before the code is used up: without a key nobody can log in.
  const key = await readSigningKey(now);
  const login = await provePhone(body.phone, body.code, now);
  if (!login) throw new ServiceError("unauthenticated", "The code is wrong or no longer good.");
  const { user, token } = await signIn(login, headers["user-agent"], now, await readPepper());
  return reply(200, await presentSession(user, token.sessionId, key, now), {
    cookies: [refreshCookie(token, SESSION_LIFETIME_MS)],
  });
});
